/* Priorities are stored but change nothing, because messages here travel through ordinary
 * memory. */
#include "hal/linux/shared.h"

static _Atomic uint8_t *priority_at(const char *call, int place, int memory) {
    if (place < 0 || place >= hal_self.places)
        hal_misuse("%s: there is no process %d; processes are 0 to %d", call, place,
                   hal_self.places - 1);
    if (memory < 0 || memory >= hal_self.places)
        hal_misuse("%s: there is no memory %d; memories are 0 to %d", call, memory,
                   hal_self.places - 1);
    return &hal_self.priorities[(size_t)place * (size_t)hal_self.places + (size_t)memory];
}

void hal_priority_set(int place, int memory, int priority) {
    if (priority < 0 || priority >= HAL_PRIORITIES)
        hal_misuse("hal_priority_set: there is no priority %d; priorities are 0 to %d", priority,
                   HAL_PRIORITIES - 1);
    *priority_at("hal_priority_set", place, memory) = (uint8_t)priority;
}

int hal_priority_get(int place, int memory) {
    return *priority_at("hal_priority_get", place, memory);
}

int hal_priority_swap(int memory, int priority) {
    int before = hal_priority_get(hal_self.place, memory);
    hal_priority_set(hal_self.place, memory, priority);
    return before;
}

void hal_priority_reset(int place, int memory) {
    *priority_at("hal_priority_reset", place, memory) = 0;
}

void hal_priorities_reset(int place) {
    for (int memory = 0; memory < hal_self.places; memory++)
        *priority_at("hal_priorities_reset", place, memory) = 0;
}
