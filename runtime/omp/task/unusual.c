/* Tasks that are not most tasks. */
#include <stdlib.h>
#include <string.h>

#include "omp.h"
#include "omp/task/dependent.h"
#include "omp/task/priority.h"
#include "omp/task/reduction.h"
#include "omp/task/spawn.h"
#include "omp/team/settings.h"

int omp_in_final(void) {
    return oc_task_is_final;
}

static void *aligned(void *room, long alignment) {
    return (void *)(((uintptr_t)room + (uintptr_t)alignment - 1) & -(uintptr_t)alignment);
}

/* The data of a task by the compiler's function; gives where they are. */
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
    /* Regions of the team of all threads, inside a final task, have to look at that. */
    if (oc_task_is_final && self->team == &oc_team_initial)
        self->ready = 0;
    if (self->team == &oc_team_initial && oc_settings_run_outside)
        oc_settings_run_outside(function, data);
    else
        function(data);
}

/* As a part of the task that it is made in, but with settings of its own. */
static void include(struct oc_thread *self, oc_region *function, void *data, oc_task_copy *copy,
                    long bytes, long alignment, unsigned flags) {
    const struct oc_tasks *own = self->tasks;
    if (own && own->is_cancellable && oc_task_is_cancelled(own->scope))
        return;
    char room[copy ? bytes + alignment : 1];
    if (copy)
        data = copied(room, data, copy, alignment, flags);
    flags &= OC_TASK_KEPT;
    bool was_final = oc_task_is_final;
    struct oc_settings *settings = self->settings;
    self->settings = oc_task_settings(self, &flags);
    oc_task_is_final |= (flags & OC_TASK_FINAL) != 0;
    oc_task_call(self, function, data);
    oc_settings_end(self);
    self->settings = settings;
    oc_task_is_final = was_final;
    if (own)
        oc_tasks_heed(self);
}

void oc_task_run_now(struct oc_thread *self, oc_region *function, void *data, unsigned flags,
                     struct oc_dependent *dependent) {
    struct oc_tasks *own = self->tasks;
    struct oc_settings *settings = dependent ? NULL : oc_task_settings(self, &flags);
    struct oc_task *task = oc_task_new_now(own, flags, own->scope);
    ((struct oc_settings **)task->own)[1] = settings;
    task->dependent = dependent;
    __atomic_fetch_add(&own->scope->pending, OC_NEW, __ATOMIC_RELAXED);
    oc_task_run(self, task, function, data);
}

/* At once, by the thread that meets it; with children of its own. */
static void run_now(struct oc_thread *self, oc_region *function, void *data, oc_task_copy *copy,
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

/* Its data move with it, unless somebody may point to them: those that a function has copied. */
static bool fits(oc_task_copy *copy, long bytes, long alignment) {
    return !copy && bytes <= OC_TASK_BYTES && alignment <= OC_TASK_BYTES;
}

static bool is_part(const struct oc_thread *self, unsigned flags) {
    return !(flags & OC_TASK_DETACH) &&
           (oc_task_is_final || (self->size == 1 && !self->tasks && !(flags & OC_TASK_DEPEND)));
}

void oc_task_spawn(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
                   bool is_deferred, unsigned flags, void **depends, struct oc_task_rest rest) {
    struct oc_thread *self = &oc_thread;
    if (self->tasks && self->tasks->entered && oc_reduction_is_missing_threads(self))
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
    struct oc_tasks *own = oc_tasks_open(self);
    unsigned kept = oc_task_with_priority(flags, rest.priority);
    void *room = NULL;
    is_deferred &= self->size > 1;
    if (oc_tasks_are_full(own))
        oc_tasks_shrink(own);
    is_deferred &= !oc_tasks_are_full(own);
    if (is_deferred && (self->settings || !fits(copy, bytes, alignment)))
        is_deferred = (room = malloc((size_t)(bytes + alignment))) != NULL;
    if (!is_deferred) {
        run_now(self, function, data, copy, bytes, alignment, flags);
        return;
    }
    struct oc_settings *settings = oc_task_settings(self, &kept);
    struct oc_task *task = oc_task_new(own, own->most, kept, own->scope);
    fill(task, data, copy, bytes, alignment, flags, room, settings);
    __atomic_fetch_add(&own->scope->pending, OC_NEW, __ATOMIC_RELAXED);
    oc_task_mind_priority(self, kept);
    oc_task_publish(own, task, function);
}
