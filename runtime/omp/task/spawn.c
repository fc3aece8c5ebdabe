/* Most tasks: what is done here is all that their thread pays for spawning one. */
#include "omp/task/spawn.h"
#include "omp/task/now.h"

/* Copies the data. False: they are not to be kept in the record. */
static inline bool fill(struct oc_task *task, const uint32_t *from, long bytes, unsigned flags) {
    if (bytes > OC_TASK_BYTES || bytes % (long)sizeof *from)
        return false;
    const uint32_t *end = from + (unsigned long)bytes / sizeof *from;
    task->flags = (uint32_t)bytes << OC_TASK_BYTES_SHIFT | (flags & OC_TASK_UNTIED);
    for (uint32_t *to = (uint32_t *)task->own; from < end;)
        *to++ = *from++;
    return true;
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
        if (copy || flags & ~OC_TASK_USUAL || !fill(task, data, bytes, flags))
            goto slowly;
    }
    own->next = task + 1;
    struct oc_task *scope = own->scope;
    __atomic_fetch_add(&scope->pending, OC_NEW, __ATOMIC_RELAXED);
    task->up = scope;
    uint32_t hungry = oc_task_show(own, task, function);
    if (__builtin_expect(hungry != 0, 0))
        oc_task_shown(own, hungry);
    return;
slowly:
    oc_task_now_or_else(function, data, copy, bytes, alignment, is_deferred, flags, depends, rest);
}
