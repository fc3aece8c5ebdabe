#include "omp/task/now.h"

#include "omp/task/dependent.h"
#include "omp/team/settings.h"

/* Most of those that are run at once: nobody takes it, and it is counted only if it leaves
 * descendants behind. */
static __attribute__((noinline)) void run_now(oc_region *function, void *data,
                                              struct oc_tasks *own) {
    struct oc_task *task = own->next;
    task->up = own->scope;
    task->data = own->floor;
    own->next = own->floor = task + 1;
    own->scope = task;
    function(data);
    own->floor = task->data;
    own->scope = task->up;
    if (__builtin_expect(
            hal_observe(&task->pending) == OC_SUBTREE && !task->dependences && own->limit, 1))
        oc_task_pop(own, task);
    else
        oc_task_leave(&oc_thread, task);
}

static __attribute__((noinline)) void include(oc_region *function, void *data,
                                              struct oc_thread *self) {
    function(data);
    oc_settings_end(self);
}

/* Whether it is a part of the task that makes it: of a final one, or in a team of one. */
static inline bool is_part(const struct oc_thread *self, const struct oc_tasks *own,
                           unsigned unusual) {
    if (self->settings || unusual & ~(unsigned)OC_TASK_FINAL)
        return false;
    if (own ? own->is_guarded : self->size > 1 || self->team == &oc_team_initial)
        return false;
    return own ? oc_task_is_final : oc_task_is_final || !unusual;
}

void oc_task_part_or_else(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                          long alignment, bool is_deferred, unsigned flags, void **depends,
                          struct oc_task_rest rest) {
    struct oc_tasks *own = oc_thread.tasks;
    if (!copy && is_part(&oc_thread, own, flags & ~OC_TASK_USUAL))
        include(function, data, &oc_thread);
    else if (flags & (OC_TASK_DEPEND | OC_TASK_DETACH) && own && own->limit)
        /* Not in a final task, then. */
        oc_dependent_spawn(function, data, copy, bytes, alignment, is_deferred, flags, depends,
                           rest);
    else
        oc_task_spawn(function, data, copy, bytes, alignment, is_deferred, flags, depends, rest);
}

/* Whether the records for deferred tasks are all in use, as far as the youngest says. */
static inline bool is_full_to_the_top(const struct oc_tasks *own) {
    return oc_tasks_are_full(own) && __atomic_load_n(&own->next[-1].up, __ATOMIC_RELAXED);
}

void oc_task_now_or_else(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                         long alignment, bool is_deferred, unsigned flags, void **depends,
                         struct oc_task_rest rest) {
    struct oc_tasks *own = oc_thread.tasks;
    uintptr_t unusual = (uintptr_t)copy | (flags & ~OC_TASK_USUAL);
    if (__builtin_expect(!unusual && own && own->next < own->limit_now &&
                             (!is_deferred || is_full_to_the_top(own)),
                         1))
        run_now(function, data, own);
    else
        oc_task_part_or_else(function, data, copy, bytes, alignment, is_deferred, flags, depends,
                             rest);
}
