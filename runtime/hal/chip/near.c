#include "hal/chip/registers.h"
#include "hal/hal.h"

/* Its stack is in a core's own tile. Code and constants are in each; the data window leads to one.
 */
bool hal_is_near(const void *object) {
    uint32_t at = (uint32_t)object;
    if (is_constant(object))
        return true;
    if (is_windowed(object))
        at += register_read(REGISTER_DATA_BASE) - DATA_WINDOW;
    return !((at ^ (uint32_t)__builtin_frame_address(0)) >> register_read(REGISTER_TILE_SHIFT));
}
