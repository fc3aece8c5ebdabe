/* Undeferred tasks run where they are made, in a record of their own. Included tasks run there
 * without a record, as a part of the task that makes them (OpenMP 5.2, section 12.5). This file
 * also spawns the deferred tasks that spawn.c does not handle. */
#include <stdlib.h>
#include <string.h>

#include "omp.h"
#include "omp/settings/settings.h"
#include "omp/task/dependences.h"
#include "omp/task/mechanism.h"
#include "omp/task/priority.h"
#include "omp/task/reduction.h"
#include "omp/task/run.h"
#include "omp/task/spawn.h"

/* Runs most undeferred tasks. No other thread can take such a task, and its scope counts it only if
 * it leaves descendants behind. */
static __attribute__((noinline)) void run_uncounted(oc_region *function, void *data,
                                                    struct oc_deque *own) {
    struct oc_task *task = own->next;
    HAL_WRITE(&task->up, own->scope);
    task->data = own->floor;
    own->floor = task + 1;
    HAL_WRITE(&own->next, task + 1);
    own->scope = task;
    function(data);
    own->floor = task->data;
    own->scope = task->up;
    if (__builtin_expect(
            hal_observe(&task->pending) == OC_SUBTREE && !task->dependences && own->limit, 1))
        oc_task_pop(own, task);
    else
        oc_task_end_uncounted(&oc_thread, task);
}

static __attribute__((noinline)) void run_included(oc_region *function, void *data,
                                                   struct oc_thread *self) {
    function(data);
    oc_settings_end(self);
}

/* Whether a task is executed as a part of the current task (an included task), because the current
 * task is final or the team has one thread. `special` contains the flags of the task that plain
 * tasks do not have. */
static inline bool is_included(const struct oc_thread *self, const struct oc_deque *own,
                               unsigned special) {
    if (self->settings || special & ~(unsigned)OC_TASK_FINAL)
        return false;
    if (own ? own->needs_checks : self->size > 1 || self->team == &oc_team_initial)
        return false;
    return own ? self->is_final : self->is_final || !special;
}

void oc_task_spawn_included(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                            long alignment, bool is_deferred, unsigned flags, void **depends,
                            struct oc_task_rest rest) {
    struct oc_deque *own = oc_tasks;
    if (!copy && is_included(&oc_thread, own, flags & ~OC_TASK_COMMON))
        run_included(function, data, &oc_thread);
    else if (flags & (OC_TASK_DEPEND | OC_TASK_DETACH) && own && own->limit)
        /* own->limit is null if the current task is final, so this one is not an included task. */
        oc_dependent_spawn(function, data, copy, bytes, alignment, is_deferred, flags, depends,
                           rest);
    else
        oc_task_spawn_any(function, data, copy, bytes, alignment, is_deferred, flags, depends,
                          rest);
}

/* Whether all records for deferred tasks count as in use: none is left at the top of the stack, and
 * the youngest is not free. Free records below it are not found. */
static inline bool is_full_to_the_top(const struct oc_deque *own) {
    return oc_deque_is_full(own) && __atomic_load_n(&own->next[-1].up, __ATOMIC_RELAXED);
}

void oc_task_spawn_undeferred(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                              long alignment, bool is_deferred, unsigned flags, void **depends,
                              struct oc_task_rest rest) {
    struct oc_deque *own = oc_tasks;
    uintptr_t special = (uintptr_t)copy | (flags & ~OC_TASK_COMMON);
    if (__builtin_expect(!special && own && own->next < own->limit_undeferred &&
                             (!is_deferred || is_full_to_the_top(own)),
                         1))
        run_uncounted(function, data, own);
    else
        oc_task_spawn_included(function, data, copy, bytes, alignment, is_deferred, flags, depends,
                               rest);
}

int omp_in_final(void) {
    return oc_thread.is_final;
}

static void *aligned(void *room, long alignment) {
    return (void *)(((uintptr_t)room + (uintptr_t)alignment - 1) & -(uintptr_t)alignment);
}

/* Copies a task's data with the compiler's function; returns the copy. */
static void *copied(void *room, void *data, oc_task_copy *copy, long alignment, unsigned flags) {
    void *to = aligned(room, alignment);
    copy(to, data);
    return OC_TASK_HEAD_OF(flags) ? memcpy(to, data, OC_TASK_HEAD_OF(flags)) : to;
}

struct oc_settings *oc_task_settings(const struct oc_thread *self, unsigned *flags) {
    struct oc_settings *settings = self->settings ? oc_settings_inherit(self) : NULL;
    if (settings)
        *flags |= OC_TASK_SETTINGS;
    return settings;
}

void oc_task_call(struct oc_thread *self, oc_region *function, void *data) {
    /* The first outermost region inside a final task must not start at once, because it has to
     * clear `is_final`. */
    if (self->is_final && self->team == &oc_team_initial)
        self->ready = 0;
    if (self->team == &oc_team_initial && oc_settings_run_outside)
        oc_settings_run_outside(function, data);
    else
        function(data);
}

/* Runs an included task with settings of its own. */
static void include(struct oc_thread *self, oc_region *function, void *data, oc_task_copy *copy,
                    long bytes, long alignment, unsigned flags) {
    const struct oc_deque *own = oc_tasks;
    if (own && own->is_cancellable && oc_task_is_cancelled(own->scope))
        return;
    char room[copy ? bytes + alignment : 1];
    if (copy)
        data = copied(room, data, copy, alignment, flags);
    flags &= OC_TASK_KEPT;
    bool was_final = self->is_final;
    struct oc_settings *settings = self->settings;
    self->settings = oc_task_settings(self, &flags);
    self->is_final |= (flags & OC_TASK_FINAL) != 0;
    oc_task_call(self, function, data);
    oc_settings_end(self);
    self->settings = settings;
    self->is_final = was_final;
    if (own)
        oc_tasks_set_limits(self);
}

void oc_task_run_now(struct oc_thread *self, oc_region *function, void *data, unsigned flags,
                     struct oc_dependent *dependent) {
    struct oc_deque *own = oc_tasks;
    struct oc_settings *settings = dependent ? NULL : oc_task_settings(self, &flags);
    struct oc_task *task = oc_task_new_undeferred(own, flags, own->scope);
    ((struct oc_settings **)task->own)[1] = settings;
    task->dependent = dependent;
    __atomic_fetch_add(&own->scope->pending, OC_NEW, __ATOMIC_RELAXED);
    oc_task_run(self, task, function, data);
}

/* Runs an undeferred task with a copy of its data. */
static void run_copied(struct oc_thread *self, oc_region *function, void *data, oc_task_copy *copy,
                       long bytes, long alignment, unsigned flags) {
    char room[copy ? bytes + alignment : 1];
    if (copy)
        data = copied(room, data, copy, alignment, flags);
    oc_task_run_now(self, function, data, flags & OC_TASK_KEPT, NULL);
}

static void fill(struct oc_task *task, void *data, oc_task_copy *copy, long bytes, long alignment,
                 unsigned flags, void *room, struct oc_settings *settings) {
    void *to = task->own;
    if (room) {
        void **own = (void **)task->own;
        to = task->data = aligned(room, alignment);
        own[0] = room;
        own[1] = settings;
        task->flags |= OC_TASK_HEAP | 2 * sizeof(void *) << OC_TASK_BYTES_SHIFT;
    } else {
        task->flags |= (uint32_t)(bytes + 3) / 4 * 4 << OC_TASK_BYTES_SHIFT;
    }
    if (copy)
        copied(to, data, copy, 1, flags);
    else
        memcpy(to, data, (size_t)bytes);
}

/* Whether the data fit into the record, so that they are copied with it. Data that a copy function
 * has made stay where they are, because the program may have pointers to them. */
static bool fits(oc_task_copy *copy, long bytes, long alignment) {
    return !copy && bytes <= OC_TASK_BYTES && alignment <= OC_TASK_BYTES;
}

/* Whether a task is executed as a part of the current one (OpenMP's included task). The function is
 * correct for all kinds of tasks. */
static bool is_part(const struct oc_thread *self, unsigned flags) {
    return !(flags & OC_TASK_DETACH) &&
           (self->is_final || (self->size == 1 && !oc_tasks && !(flags & OC_TASK_DEPEND)));
}

/* This function is never inlined; otherwise its callers would have to save more registers. */
__attribute__((noinline)) void oc_task_spawn_any(oc_region *function, void *data,
                                                 oc_task_copy *copy, long bytes, long alignment,
                                                 bool is_deferred, unsigned flags, void **depends,
                                                 struct oc_task_rest rest) {
    struct oc_thread *self = &oc_thread;
    if (oc_tasks && oc_tasks->entered && oc_reduction_is_missing_threads(self))
        is_deferred = false;
    if (is_part(self, flags)) {
        include(self, function, data, copy, bytes, alignment, flags);
        return;
    }
    if (flags & (OC_TASK_DEPEND | OC_TASK_DETACH)) {
        oc_dependent_spawn(function, data, copy, bytes, alignment, is_deferred, flags, depends,
                           rest);
        return;
    }
    struct oc_deque *own = oc_deque_open(self);
    unsigned kept = oc_task_with_priority(flags, rest.priority);
    void *room = NULL;
    is_deferred &= self->size > 1;
    if (oc_deque_is_full(own))
        oc_deque_shrink(own);
    is_deferred &= !oc_deque_is_full(own);
    if (is_deferred && (self->settings || !fits(copy, bytes, alignment)))
        is_deferred = (room = malloc((size_t)(bytes + alignment))) != NULL;
    if (!is_deferred) {
        run_copied(self, function, data, copy, bytes, alignment, flags);
        return;
    }
    struct oc_settings *settings = oc_task_settings(self, &kept);
    struct oc_task *task = oc_task_new(own, own->most, kept, own->scope);
    fill(task, data, copy, bytes, alignment, flags, room, settings);
    __atomic_fetch_add(&own->scope->pending, OC_NEW, __ATOMIC_RELAXED);
    oc_task_note_priority(self, kept);
    oc_task_publish(own, task, function);
}
