/* Priorities are stored but change nothing, because messages here travel through ordinary
 * memory. */
#include "hal/linux/shared.h"

static bool is_place(int number) {
    return number >= 0 && number < hal_self.places;
}

static _Atomic uint8_t *at(int place, int memory) {
    return &hal_self.priorities[(size_t)place * (size_t)hal_self.places + (size_t)memory];
}

enum hal_priority_result hal_priority_set(int place, int memory, int priority) {
    if (!is_place(place))
        return HAL_PRIORITY_NO_PLACE;
    if (!is_place(memory))
        return HAL_PRIORITY_NO_MEMORY;
    if (priority < 0 || priority >= HAL_PRIORITIES)
        hal_misuse("hal_priority_set: there is no priority %d; priorities are 0 to %d", priority,
                   HAL_PRIORITIES - 1);
    *at(place, memory) = (uint8_t)priority;
    return HAL_PRIORITY_DONE;
}

int hal_priority_get(int place, int memory) {
    if (!is_place(place))
        hal_misuse("hal_priority_get: there is no process %d; processes are 0 to %d", place,
                   hal_self.places - 1);
    if (!is_place(memory))
        hal_misuse("hal_priority_get: there is no memory %d; memories are 0 to %d", memory,
                   hal_self.places - 1);
    return *at(place, memory);
}

int hal_priority_swap(int memory, int priority) {
    int before = hal_priority_get(hal_self.place, memory);
    hal_priority_set(hal_self.place, memory, priority);
    return before;
}

int hal_priority_swap_unmarked(int priority) {
    (void)priority;
    return 0;
}

enum hal_priority_result hal_priority_reset(int place, int memory) {
    return hal_priority_set(place, memory, 0);
}

void hal_priorities_reset(void) {
    for (int place = 0; place < hal_self.places; place++)
        for (int memory = 0; memory < hal_self.places; memory++)
            *at(place, memory) = 0;
}
