#include "hal/chip/inline/self.h"
#include "hal/hal.h"

hal_address hal_origin(void) {
    return hal_self.data_base;
}

hal_address hal_global_from(hal_address origin, uintptr_t pointer) {
    if (is_constant((const void *)pointer))
        return 0;
    return is_windowed((const void *)pointer) ? pointer - DATA_WINDOW + origin : pointer;
}
