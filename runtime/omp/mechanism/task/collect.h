/* What the counter has counted is taken off the number of children that are not complete. */
#ifndef OMP_MECHANISM_TASK_COLLECT_H
#define OMP_MECHANISM_TASK_COLLECT_H

#include <string.h>

#include "omp/task/tasks.h"

static inline hal_address counter_of(const struct oc_task *scope) {
    hal_address counter = 0;
    if (scope->flags & OC_TASK_COUNTED)
        memcpy(&counter, scope->own, sizeof counter);
    return counter;
}

static inline void collect(struct oc_task *scope) {
    hal_address counter = counter_of(scope);
    int32_t ended = counter ? hal_counter_value(counter) : 0;
    if (ended <= 0)
        return;
    hal_counter_add(counter, -ended);
    __atomic_fetch_sub(&scope->pending, (uint32_t)ended * OC_NEW, __ATOMIC_RELAXED);
}

/* The counter is to wake the thread when there are no more children. Gives how many it waits for.
 */
static inline int32_t collect_later(struct oc_task *scope) {
    hal_address counter = counter_of(scope);
    int32_t missing = counter ? (int32_t)(hal_observe(&scope->pending) & OC_CHILDREN) : 0;
    if (missing)
        hal_counter_add(counter, -missing);
    return missing;
}

static inline void collect_now(struct oc_task *scope, int32_t missing) {
    if (missing)
        hal_counter_add(counter_of(scope), missing);
}

#endif
