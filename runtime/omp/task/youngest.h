/* The youngest task of the own thread is run where it waits: nearly always one that it has just
 * made and nobody has taken. */
#ifndef OMP_TASK_YOUNGEST_H
#define OMP_TASK_YOUNGEST_H

#include "omp/task/tasks.h"

/* Runs it, if it is like most tasks. False: it is not, or there is none; others may have to be
 * looked at. */
static inline bool oc_task_run_youngest(struct oc_thread *self, struct oc_tasks *own) {
    struct oc_task *end = own->next, *task = end - 1, *floor = own->floor;
    if (task < floor || own->is_special)
        return false;
    oc_region *function = __atomic_exchange_n(&task->function, NULL, __ATOMIC_ACQUIRE);
    if (!function)
        return false;
    if (own->first > task)
        own->first = task;
    const uint32_t unusual = OC_TASK_FINAL | OC_TASK_HEAP | OC_TASK_DEPEND | OC_TASK_DETACH;
    if (__builtin_expect((task->flags & unusual) != 0, 0)) {
        oc_task_run(self, task, function, oc_task_data(task));
        return true;
    }
    struct oc_task *scope = own->scope;
    own->scope = task;
    own->floor = end;
    function(task->own);
    own->scope = scope;
    own->floor = floor;
    if (__builtin_expect(task->up == scope && hal_observe(&task->pending) == OC_SUBTREE &&
                             !task->dependences && !self->settings,
                         1)) {
        oc_task_pop(own, task);
        __atomic_fetch_sub(&scope->pending, OC_NEW, __ATOMIC_RELAXED);
    } else {
        oc_task_end(self, task);
    }
    return true;
}

#endif
