#include "hal/chip/address.h"

#include "hal/chip/self.h"
#include "hal/hal.h"

hal_address hal_global(const void *object) {
    hal_address address = (hal_address)object;
    if (is_constant(object))
        return 0;
    return is_windowed(object) ? address - DATA_WINDOW + hal_self.data_base : address;
}

void *hal_shared(void) {
    return (void *)hal_self.process->shared;
}
