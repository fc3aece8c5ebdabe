/* Running and completing tasks. */
#ifndef OMP_TASK_RUN_H
#define OMP_TASK_RUN_H

#include "omp/settings/settings.h"
#include "omp/task/deque.h"

/* Runs a task out of a record of the own thread, which may be one in the heap, and completes it. */
void oc_task_run(struct oc_thread *self, struct oc_task *task, oc_region *function, void *data);

/* Calls the function of a task in the calling task's place. */
void oc_task_call(struct oc_thread *self, oc_region *function, void *data);

/* Counts the task as complete; its descendants may not be. */
void oc_task_complete(struct oc_task *task);

/* Completes a task that the calling thread has just run, and ends the thread's own settings. */
void oc_task_end(struct oc_thread *self, struct oc_task *task);

/* Completes an undeferred task, which its scope has not counted, and ends the thread's own
 * settings. */
void oc_task_end_uncounted(struct oc_thread *self, struct oc_task *task);

/* Subtracts `amount` from what a scope waits for: OC_CHILD when a child is complete, OC_SUBTREE
 * when its descendants are, too. */
void oc_task_count_down(struct oc_task *scope, uint32_t amount);

/* A copy of the calling task's settings for a task that it makes, or null; sets the flag. */
struct oc_settings *oc_task_settings(const struct oc_thread *self, unsigned *flags);

/* Whether a taskgroup that the task is in, or the region, has been cancelled (OpenMP 5.2, 11.5). */
bool oc_task_is_cancelled(const struct oc_task *task);

/* Runs a task out of the youngest record of the own thread, and completes it. Most tasks need no
 * more than is done here. */
static inline void oc_task_run_own(struct oc_thread *self, struct oc_deque *own,
                                   struct oc_task *task, oc_region *function) {
    const uint32_t special =
        OC_TASK_FINAL | OC_TASK_HEAP | OC_TASK_SETTINGS | OC_TASK_DEPEND | OC_TASK_DETACH;
    if (__builtin_expect((task->flags & special) || !own->limit, 0)) {
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
        /* No other thread waits for the scope or completes it. */
        __atomic_fetch_sub(&up->pending, OC_NEW, __ATOMIC_RELAXED);
    else
        oc_task_count_down(up, OC_NEW);
}

/* Runs the youngest task: nearly always the thread has just made it, and nobody has taken it.
 * False: there is none in the youngest record; there may be some in others. */
static inline bool oc_task_run_youngest(struct oc_thread *self, struct oc_deque *own) {
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
