/* Stealing the task at which thieves begin to look, where any will do: nearly always it can be had,
 * and then that takes three trips to another tile, and few instructions. */
#ifndef OMP_TASK_FIRST_H
#define OMP_TASK_FIRST_H

#include "omp/task/move.h"
#include "omp/task/tasks.h"

/* Moves it, which is at `at` unless others have just taken it, into the first free record of the
 * own thread, of which there is one. Null: it cannot be had, and others may. Gives its function. */
static inline struct oc_task *oc_task_steal_first(struct oc_tasks *own, struct oc_tasks *victim,
                                                  struct oc_task *at, oc_region **function) {
    if (own->is_prioritized)
        return NULL;
    while (!(*function = __atomic_exchange_n(&at->function, NULL, __ATOMIC_ACQUIRE))) {
        /* Where another thief has taken that one, they begin elsewhere by now. */
        struct oc_task *before = at;
        if ((at = __atomic_load_n(&victim->first, __ATOMIC_RELAXED)) == before)
            return NULL;
    }
    *(struct oc_task *volatile *)&victim->first = at + 1;
    return oc_task_move(own, at);
}

#endif
