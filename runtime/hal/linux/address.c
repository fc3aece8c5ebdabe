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

/* A device's number contains the number of its seat (shared.h) + 1 in the upper 16 bits. The bits
 * below say whether the device is a queue, a counter or a mutex. The lowest bits are the device's
 * index. */
uint32_t hal_number_of_device(hal_address device) {
    uint32_t window = (uint32_t)((device & (IN_QUEUES | IN_COUNTERS | IN_MUTEXES)) >> 32);
    return (uint32_t)(place_of(device) + 1) << 16 | window | device_number(device);
}

hal_address hal_device_with_number(uint32_t number) {
    hal_address window = (hal_address)(number & (IN_QUEUES | IN_COUNTERS | IN_MUTEXES) >> 32) << 32;
    return device_address((int)(number >> 16) - 1, window, number & 0xfff);
}
