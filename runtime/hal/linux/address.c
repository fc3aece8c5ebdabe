#include "hal/linux/shared.h"

hal_address hal_shared_of(int place) {
    return (hal_address)place << PLACE_SHIFT | IN_SHARED;
}

void *hal_shared(void) {
    return shared_pointer(hal_shared_of(hal_self.place));
}

hal_address hal_global(const void *object) {
    uintptr_t offset = (uintptr_t)object - (uintptr_t)hal_shared();
    if (offset < HAL_SHARED_BYTES)
        return hal_shared_of(hal_self.place) + offset;
    return (hal_address)hal_self.place << PLACE_SHIFT | (uintptr_t)object;
}
