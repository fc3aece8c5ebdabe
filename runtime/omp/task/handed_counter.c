#include "omp/region/tree.h"
#include "omp/task/mechanism.h"

void oc_hand_count(struct oc_deque *own) {
    if (own->root.flags & OC_TASK_COUNTED)
        return;
    /* The only counter of the thread that the team's tree (region/tree.h) leaves free. */
    int number = hal_thread_counters() - HAL_THREAD_COUNTERS;
    hal_address counter = hal_thread_counter(hal_thread(), number);
    hal_counter_set(number, 0, 0);
    hal_counter_notify(number, 0, own->root.home + OC_IN_BLOCK(task.woken), 1);
    memcpy(own->root.own, &counter, sizeof counter);
    own->root.flags |= OC_TASK_COUNTED;
}
_Static_assert(OC_MOST_LEVELS *OC_COUNTERS_PER_LEVEL < HAL_THREAD_COUNTERS, "one is left");
