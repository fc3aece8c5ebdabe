/* Taking tasks that have been handed out. */
#ifndef OMP_MECHANISM_TASK_CLAIM_H
#define OMP_MECHANISM_TASK_CLAIM_H

#include "omp/task/below.h"
#include "omp/task/move.h"
#include "omp/task/put_back.h"
#include "omp/task/tasks.h"

/* A task, moved into a record of the own thread; what it may not run goes back to its thread. */
static inline struct oc_task *claim(struct oc_tasks *own, const struct oc_task *below,
                                    oc_region **function) {
    if (oc_tasks_are_full(own))
        return NULL;
    for (struct oc_task *at; (at = oc_hand_take());) {
        *function = __atomic_exchange_n(&at->function, NULL, __ATOMIC_ACQUIRE);
        if (!*function)
            continue;
        struct oc_task *task = oc_task_look(own, at);
        if (!below || oc_task_is_below(task->up, below)) {
            oc_task_fetch(own, task, at);
            return task;
        }
        oc_task_put_back(at, *function, task);
    }
    return NULL;
}

#endif
