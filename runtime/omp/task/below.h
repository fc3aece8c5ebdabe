/* Which tasks a thread may run that waits in one (OpenMP 5.2, 12.9). */
#ifndef OMP_TASK_BELOW_H
#define OMP_TASK_BELOW_H

#include "omp/task/tasks.h"

/* Whether a task that counts in a scope descends from another one. What it looks at may change
 * under it, but is always a record. */
static inline bool oc_task_is_below(const struct oc_task *scope, const struct oc_task *other) {
    while (scope && scope != other)
        scope = __atomic_load_n(&scope->up, __ATOMIC_RELAXED);
    return scope != NULL;
}

#endif
