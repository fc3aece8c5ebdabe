/* Running tasks that are like most. The youngest of the own thread is run where it waits: nearly
 * always one that it has just made and nobody has taken. */
#ifndef OMP_TASK_YOUNGEST_H
#define OMP_TASK_YOUNGEST_H

#include "omp/task/tasks.h"

/* Runs a task out of the youngest record of the own thread, and completes it. */
static inline void oc_task_run_own(struct oc_thread *self, struct oc_tasks *own,
                                   struct oc_task *task, oc_region *function) {
    const uint32_t unusual =
        OC_TASK_FINAL | OC_TASK_HEAP | OC_TASK_SETTINGS | OC_TASK_DEPEND | OC_TASK_DETACH;
    if (__builtin_expect((task->flags & unusual) || !own->limit, 0)) {
        oc_task_run(self, task, function, oc_task_data(task));
        return;
    }
    struct oc_task *scope = own->scope, *floor = own->floor;
    own->scope = task;
    own->floor = task + 1;
    function(task->own);
    own->scope = scope;
    own->floor = floor;
    if (__builtin_expect(
            hal_observe(&task->pending) != OC_SUBTREE || task->dependences || self->settings, 0)) {
        oc_task_end(self, task);
        return;
    }
    struct oc_task *up = task->up;
    oc_task_pop(own, task);
    if (up == scope)
        /* Nobody else waits for that, or takes it for complete. */
        __atomic_fetch_sub(&up->pending, OC_NEW, __ATOMIC_RELAXED);
    else
        oc_task_count(up, OC_NEW);
}

/* Runs the youngest task. False: there is none in the youngest record; others may have to be looked
 * at. */
static inline bool oc_task_run_youngest(struct oc_thread *self, struct oc_tasks *own) {
    struct oc_task *task = own->next - 1;
    if (task < own->floor || !own->limit)
        return false;
    oc_region *function = __atomic_exchange_n(&task->function, NULL, __ATOMIC_ACQUIRE);
    if (!function)
        return false;
    if (own->first > task)
        own->first = task;
    oc_task_run_own(self, own, task, function);
    return true;
}

#endif
