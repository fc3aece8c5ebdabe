/* Runs and completes tasks. */
#ifndef OMP_TASK_RUN_H
#define OMP_TASK_RUN_H

#include "omp/settings/settings.h"
#include "omp/task/deque.h"

/* Runs a task from a record of the calling thread and completes the task. The record may be one in
 * the heap. */
void oc_task_run(struct oc_thread *self, struct oc_task *task, oc_region *function, void *data);

/* Calls the function of a task. If the task was made outside all regions, the settings that it has
 * changed get their earlier values back. */
void oc_task_call(struct oc_thread *self, oc_region *function, void *data);

/* Counts the task as complete. Its descendants may still run. */
void oc_task_complete(struct oc_task *task);

/* Completes a task that the calling thread has just run, and drops the task's own settings. */
void oc_task_end(struct oc_thread *self, struct oc_task *task);

/* Completes an undeferred task that its scope has not counted, and drops the task's own
 * settings. */
void oc_task_end_uncounted(struct oc_thread *self, struct oc_task *task);

/* Subtracts `amount` from a scope's count of unfinished tasks. The amount is OC_CHILD when a child
 * is complete, OC_SUBTREE when all descendants of the child are complete, too, and OC_NEW when both
 * happen at once. When the scope itself ends, the amount is OC_SUBTREE. If the thread of the scope
 * sleeps until tasks are complete, the function wakes it. If nothing is left, it frees the scope's
 * record and then counts down the enclosing scope. */
void oc_task_count_down(struct oc_task *scope, uint32_t amount);

/* Copies the calling task's settings for a task that it makes, and sets OC_TASK_SETTINGS in
 * `flags`. Returns null if the calling task has no settings of its own. */
struct oc_settings *oc_task_settings(const struct oc_thread *self, unsigned *flags);

/* Whether the region, or a taskgroup around the task, has been cancelled (OpenMP 5.2, 16.1). */
bool oc_task_is_cancelled(const struct oc_task *task);

/* Where oc_task_run_in() finds a task. STOLEN: the task comes from another thread. CHILD: it is
 * usually a child of the scope in which the thread is. ONLY: it is in the deque's first record, and
 * the thread is in its implicit task. */
enum oc_task_origin { OC_TASK_STOLEN, OC_TASK_CHILD, OC_TASK_ONLY };

/* Runs a task from the youngest record of the calling thread and completes the task. Most tasks
 * need no more than this function. It must not be used if a task of the thread may need checks
 * (`limit` in deque.h). */
static inline void oc_task_run_in(struct oc_thread *self, struct oc_deque *own,
                                  struct oc_task *task, oc_region *function,
                                  enum oc_task_origin origin) {
    const uint32_t special =
        OC_TASK_FINAL | OC_TASK_HEAP | OC_TASK_SETTINGS | OC_TASK_DEPEND | OC_TASK_DETACH;
    if (__builtin_expect((task->flags & special) != 0, 0)) {
        oc_task_run(self, task, function, oc_task_data(task));
        return;
    }
    struct oc_task *scope = own->scope, *floor = own->floor;
    own->scope = task;
    own->floor = task + 1;
    function(task->own);
    if (origin == OC_TASK_ONLY) {
        /* These addresses are computed again, so that no registers are saved for them. */
        __asm__("" : "+r"(own));
        task = floor = own->record;
        scope = &own->root;
    }
    own->scope = scope;
    own->floor = floor;
    if (__builtin_expect(
            hal_observe(&task->pending) != OC_SUBTREE || task->dependences || self->settings, 0)) {
        oc_task_end(self, task);
        return;
    }
    struct oc_task *up = task->up;
    oc_task_pop(own, task);
    if (__builtin_expect(up == scope, origin != OC_TASK_STOLEN))
        /* The calling thread is in this scope, so no other thread waits for it or completes it. */
        __atomic_fetch_sub(&up->pending, OC_NEW, __ATOMIC_RELAXED);
    else
        oc_task_count_down(up, OC_NEW);
}

/* Runs the task in the youngest record of the calling thread and completes the task. */
static inline void oc_task_run_own(struct oc_thread *self, struct oc_deque *own,
                                   struct oc_task *task, oc_region *function) {
    if (__builtin_expect(!own->limit, 0))
        oc_task_run(self, task, function, oc_task_data(task));
    else
        oc_task_run_in(self, own, task, function, OC_TASK_STOLEN);
}

/* Takes the youngest task. Usually the thread has just made this task, and no thief has taken it.
 * Returns null if the youngest record has no task; other records may still have one. */
static inline oc_region *oc_task_take_youngest(struct oc_deque *own, struct oc_task *task) {
    oc_region *function = __atomic_exchange_n(&task->function, NULL, __ATOMIC_ACQUIRE);
    if (function && __builtin_expect(HAL_READ(&own->first) > task, 0))
        HAL_WRITE(&own->first, task);
    return function;
}

/* Runs the youngest task, if the youngest record has one. */
static inline bool oc_task_run_youngest(struct oc_thread *self, struct oc_deque *own) {
    struct oc_task *task = own->next - 1;
    if (task < own->floor || !own->limit)
        return false;
    oc_region *function = oc_task_take_youngest(own, task);
    if (function)
        oc_task_run_in(self, own, task, function, OC_TASK_CHILD);
    return function != NULL;
}

#endif
