#include "hal/linux/shared.h"

hal_address hal_origin(void) {
    return (hal_address)hal_self.place << PLACE_SHIFT;
}

hal_address hal_global_from(hal_address origin, uintptr_t pointer) {
    return origin | pointer;
}
