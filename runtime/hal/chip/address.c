#include "hal/hal.h"

hal_address hal_global_of_static(const void *object) {
    return is_constant(object) ? 0 : (hal_address)object - DATA_WINDOW + hal_self.data_base;
}

void *hal_shared(void) {
    return (void *)hal_self.process->shared;
}
