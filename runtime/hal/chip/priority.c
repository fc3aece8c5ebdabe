#include "hal/chip/devices.h"
#include "hal/chip/memory.h"

/* Where the core of a place has its priorities for packets to each endpoint. */
static inline uint32_t priorities_of(int place) {
    return devices_of(place, REGISTER_PRIORITY_SHARE, REGISTER_PRIORITY_SHARE_STRIDE);
}

static inline bool is_place(int number) {
    return (uint32_t)number < hal_self.places;
}

/* The caller's own registers: entry i is endpoint i's if the window of endpoint 0 had number 0.
 * Found at the first use; until then there are none. */
static uint32_t own, own_places;

static void find_own(void) {
    own = priorities_of((int)hal_self.place) - 4 * (DEVICES >> DEVICES_SHIFT);
    own_places = hal_self.places;
}

static inline enum hal_priority_result write_priority(int place, uint32_t endpoint,
                                                      uint32_t value) {
    device_write(priorities_of(place) + 4 * endpoint, value);
    hal_fence();
    return HAL_PRIORITY_DONE;
}

static __attribute__((noinline)) enum hal_priority_result write_at_controller(int place, int memory,
                                                                              uint32_t value) {
    uint32_t endpoint = hal_endpoint_of_memory(memory);
    if (endpoint == NO_ENDPOINT)
        return HAL_PRIORITY_NO_MEMORY;
    return write_priority(place, endpoint, value);
}

static inline enum hal_priority_result write_there(int place, int memory, uint32_t value) {
    if (!is_place(place))
        return HAL_PRIORITY_NO_PLACE;
    if (__builtin_expect(is_place(memory), true))
        return write_priority(place, endpoint_of_place(memory), value);
    return write_at_controller(place, memory, value);
}

static __attribute__((noinline)) enum hal_priority_result write_first(int place, int memory,
                                                                      uint32_t value) {
    find_own();
    return write_there(place, memory, value);
}

/* The caller's own priorities at tiles' memories are the short way: they are in its own tile, and
 * hold as soon as they are written. */
static inline enum hal_priority_result write(int place, int memory, uint32_t value) {
    if ((uint32_t)place != hal_self.place)
        return write_there(place, memory, value);
    if ((uint32_t)memory >= own_places)
        return write_first(place, memory, value);
    device_write(own + 4 * (hal_self.table[memory].queues >> DEVICES_SHIFT), value);
    return HAL_PRIORITY_DONE;
}

enum hal_priority_result hal_priority_set(int place, int memory, int priority) {
    return write(place, memory, (uint32_t)priority);
}

enum hal_priority_result hal_priority_reset(int place, int memory) {
    return write(place, memory, PRIORITY_NONE);
}

/* Address of the register with a place's priority at a memory. For a tile's memory it calls no
 * function, because urgent messages set priorities on their way. */
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

/* The window's lower bits are those of the core's share, shifted: one instruction less than by
 * devices_beside(). */
static inline void reset_beside(uint32_t queues) {
    uint32_t share =
        queues % REGISTER_QUEUE_SHARE / (REGISTER_QUEUE_SHARE_STRIDE / REGISTER_QOS_SHARE_STRIDE);
    uint32_t window = queues & -(1u << DEVICES_SHIFT);
    volatile uint32_t *registers = (volatile uint32_t *)(window + share + REGISTER_QOS_SHARE);
    registers[REGISTER_QOS_RESET / 4] = 1;
}

/* Loads four places before it uses them, so that no address waits for its load. */
void hal_priorities_reset(void) {
    const struct hal_place *at = hal_self.table, *end = at + hal_self.places;
    for (; end - at >= 4; at += 4) {
        uint32_t first = at[0].queues, second = at[1].queues, third = at[2].queues;
        uint32_t fourth = at[3].queues;
        reset_beside(first);
        reset_beside(second);
        reset_beside(third);
        reset_beside(fourth);
    }
    for (; at < end; at++)
        reset_beside(at->queues);
    hal_fence();
}
