/* The end of a child of an implicit task is told to the counter of that: by a store, for which
 * nobody waits. */
#ifndef OMP_MECHANISM_TASK_COMPLETE_H
#define OMP_MECHANISM_TASK_COMPLETE_H

#include <string.h>

#include "omp/task/tasks.h"

/* False: it is to be counted in memory. */
static inline bool complete(const struct oc_task *scope, uint32_t amount) {
    /* What the last one of these counted in; most often it is the same. */
    static _Thread_local const struct oc_task *last;
    static _Thread_local hal_address counter;
    if (amount != OC_NEW)
        return false;
    if (scope != last) {
        counter = 0;
        if (__atomic_load_n(&scope->flags, __ATOMIC_RELAXED) & OC_TASK_COUNTED)
            memcpy(&counter, scope->own, sizeof counter);
        last = scope;
    }
    if (!counter)
        return false;
    hal_counter_add(counter, 1);
    return true;
}

#endif
