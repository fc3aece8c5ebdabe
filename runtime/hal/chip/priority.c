#include "hal/chip/devices.h"
#include "hal/chip/memory.h"

/* The address where the core of a place has its priorities for packets to each endpoint. */
static inline uint32_t priorities_of(int place) {
    return devices_of(place, REGISTER_PRIORITY_SHARE, REGISTER_PRIORITY_SHARE_STRIDE);
}

static inline bool is_place(int number) {
    return (uint32_t)number < hal_self.places;
}

uint32_t hal_priority_places, hal_priority_place, hal_priority_own;
uint32_t hal_priority_first, hal_priority_step;

/* Whether each place has a tile of its own, and the tiles have successive numbers. */
static bool are_in_a_row(void) {
    const struct hal_place *at = hal_self.table, *last = at + hal_self.places - 1;
    while (at < last && at[1].queues - at->queues == 1u << DEVICES_SHIFT)
        at++;
    return at == last;
}

/* Address of the register that resets a place's priorities. */
static uint32_t reset_of(uint32_t place) {
    return REGISTER_QOS_RESET +
           devices_of((int)place, REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE);
}

/* Prepares the variables in priority.h at the first use. */
static __attribute__((noinline)) void prepare(void) {
    static bool is_prepared;
    if (is_prepared)
        return;
    is_prepared = true;
    if (!are_in_a_row())
        return;
    hal_priority_own = priorities_of((int)hal_self.place) + 4 * endpoint_of_place(0);
    hal_priority_place = hal_self.place;
    hal_priority_places = hal_self.places;
    bool is_near_end = 2 * hal_self.place >= hal_self.places;
    hal_priority_first = reset_of(is_near_end ? 0 : hal_self.places - 1);
    hal_priority_step = is_near_end ? 1u << DEVICES_SHIFT : -(1u << DEVICES_SHIFT);
}

enum hal_priority_result hal_priority_write(int place, int memory, uint32_t value) {
    prepare();
    if (!is_place(place))
        return HAL_PRIORITY_NO_PLACE;
    uint32_t endpoint = hal_endpoint_of_memory(memory);
    if (endpoint == NO_ENDPOINT)
        return HAL_PRIORITY_NO_MEMORY;
    device_write(priorities_of(place) + 4 * endpoint, value);
    if ((uint32_t)place != hal_self.place)
        hal_fence();
    return HAL_PRIORITY_DONE;
}

/* The address of the register with the priority of packets from a place to a memory. If the memory
 * is that of a tile, the function calls no other function, because each urgent message sets
 * priorities. */
static inline uint32_t of(int place, int memory) {
    if (__builtin_expect(is_place(memory), true))
        return priorities_of(place) + 4 * endpoint_of_place(memory);
    return priorities_of(place) + 4 * hal_endpoint_of_memory(memory);
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

int hal_priority_swap_unmarked(int priority) {
    uint32_t own = devices_of((int)hal_self.place, REGISTER_QOS_SHARE, REGISTER_QOS_SHARE_STRIDE) +
                   REGISTER_QOS_UNMARKED;
    int before = (int)device_read(own);
    device_write(own, (uint32_t)priority);
    return before;
}

void hal_priorities_reset_one_by_one(void) {
    prepare();
    for (uint32_t place = 0; place < hal_self.places; place++)
        device_write(reset_of(place), 1);
    hal_fence();
}
