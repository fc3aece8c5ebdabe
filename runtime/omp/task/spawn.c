/* Most tasks: what is done here is all that their thread pays for spawning one. */
#include "omp/task/spawn.h"
#include "omp/task/now.h"

#define USUAL (unsigned)(OC_TASK_UNTIED | OC_TASK_MERGEABLE)

/* Copies the data. False: they are not to be kept in the record. */
static inline bool fill(struct oc_task *task, const uint32_t *from, long bytes) {
    if (bytes > OC_TASK_BYTES || bytes % (long)sizeof *from)
        return false;
    const uint32_t *end = from + (unsigned long)bytes / sizeof *from;
    task->flags = (uint32_t)bytes << OC_TASK_BYTES_SHIFT;
    for (uint32_t *to = (uint32_t *)task->own; from < end;)
        *to++ = *from++;
    return true;
}

/* Whether it is a part of the task that makes it: of a final one, or in a team of one. */
static inline bool is_part(const struct oc_thread *self, const struct oc_tasks *own,
                           unsigned unusual) {
    if (self->settings || unusual & ~(unsigned)OC_TASK_FINAL)
        return false;
    if (own ? own->is_cancellable : self->size > 1 || self->team == &oc_team_initial)
        return false;
    return own ? oc_task_is_final : oc_task_is_final || !unusual;
}

/* A function of its own, so that the others need not keep its arguments. */
static __attribute__((noinline)) void now_or_slowly(oc_region *function, void *data,
                                                    oc_task_copy *copy, long bytes, long alignment,
                                                    bool is_deferred, unsigned flags,
                                                    void **depends, struct oc_task_rest rest) {
    struct oc_tasks *own = oc_thread.tasks;
    if (!copy && own && own->next < own->limit && !is_deferred && !own->is_cancellable &&
        !(flags & ~USUAL))
        oc_task_now(function, data, own);
    else if (!copy && is_part(&oc_thread, own, flags & ~USUAL))
        oc_task_include(function, data, &oc_thread);
    else
        oc_task_spawn(function, data, copy, bytes, alignment, is_deferred, flags, depends, rest);
}

void GOMP_task(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
               bool is_deferred, unsigned flags, void **depends, struct oc_task_rest rest) {
    struct oc_tasks *own = oc_thread.tasks;
    if (!is_deferred || !own)
        goto slowly;
    struct oc_task *task = own->next, *limit = own->limit;
    uintptr_t unusual = (uintptr_t)copy | (unsigned long)bytes | flags;
    if (__builtin_expect(task >= limit, 0))
        goto slowly;
    /* Those without any of these are not to wait for the questions to the others. */
    if (__builtin_expect(unusual != 0, 0)) {
        if (copy || flags & ~USUAL || !fill(task, data, bytes))
            goto slowly;
    }
    own->next = task + 1;
    struct oc_task *scope = own->scope;
    __atomic_fetch_add(&scope->pending, OC_NEW, __ATOMIC_RELAXED);
    task->up = scope;
    uint32_t hungry = oc_task_show(own, task, function);
    if (__builtin_expect(hungry != 0, 0))
        oc_task_tell(own);
    return;
slowly:
    now_or_slowly(function, data, copy, bytes, alignment, is_deferred, flags, depends, rest);
}
