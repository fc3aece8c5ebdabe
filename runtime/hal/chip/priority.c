#include "hal/chip/devices.h"
#include "hal/chip/memory.h"

/* Address of the register with a place's priority at a memory. For a tile's memory it calls no
 * function, because urgent messages set priorities on their way. */
static inline uint32_t of(int place, int memory) {
    uint32_t share = devices_of(place, REGISTER_PRIORITY_SHARE, REGISTER_PRIORITY_SHARE_STRIDE);
    if (__builtin_expect((uint32_t)memory < hal_self.places, true))
        return share + 4 * endpoint_of_place(memory);
    return share + 4 * hal_endpoint_of_memory(memory);
}

void hal_priority_set(int place, int memory, int priority) {
    device_write(of(place, memory), (uint32_t)priority);
}

int hal_priority_get(int place, int memory) {
    return (int)device_read(of(place, memory));
}

int hal_priority_swap(int memory, int priority) {
    uint32_t own = of((int)hal_self.place, memory);
    int before = (int)device_read(own);
    device_write(own, (uint32_t)priority);
    return before;
}

void hal_priority_reset(int place, int memory) {
    device_write(of(place, memory), PRIORITY_NONE);
}

void hal_priorities_reset(int place) {
    uint32_t registers = devices_of(place, REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE);
    device_write(registers + REGISTER_QOS_RESET, 1);
}
