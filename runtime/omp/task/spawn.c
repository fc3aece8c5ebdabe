/* Spawns plain tasks, which are the most frequent ones. All other tasks, and plain tasks for which
 * the thread has no free record, are passed on to dependent.c or undeferred.c. In the usual case, a
 * thread executes little code. */
#include "omp/task/spawn.h"

#include "omp/task/dependences.h"
#include "omp/task/mechanism.h"

/* Copies the data into the record. Returns false if they do not fit. */
static inline bool fill(struct oc_task *task, const uint32_t *from, long bytes, unsigned flags) {
    if (bytes > OC_TASK_BYTES || bytes % (long)sizeof *from)
        return false;
    const uint32_t *end = from + (unsigned long)bytes / sizeof *from;
    HAL_WRITE(&task->flags, (uint32_t)bytes << OC_TASK_BYTES_SHIFT | (flags & OC_TASK_UNTIED));
    for (uint32_t *to = (uint32_t *)task->own; from < end;)
        *to++ = *from++;
    return true;
}

void GOMP_task(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
               bool is_deferred, unsigned flags, void **depends, struct oc_task_rest rest) {
    struct oc_deque *own = oc_tasks;
    if (!is_deferred || !own)
        goto slowly;
    struct oc_task *task = own->next, *limit = own->limit;
    uintptr_t special = (uintptr_t)copy | (unsigned long)bytes | flags;
    if (__builtin_expect(task >= limit, 0))
        goto slowly;
    /* Tasks without any of the properties in `special` skip all further checks. */
    if (__builtin_expect(special != 0, 0)) {
        if (copy || flags & ~OC_TASK_COMMON || !fill(task, data, bytes, flags))
            goto special;
    }
    HAL_WRITE(&own->next, task + 1);
    struct oc_task *scope = own->scope;
    __atomic_fetch_add(&scope->pending, OC_NEW, __ATOMIC_RELAXED);
    HAL_WRITE(&task->up, scope);
    uint32_t thieves = oc_task_offer(own, task, function);
    if (__builtin_expect(thieves != 0, 0))
        oc_task_offered(own, thieves);
    return;
special:
    if (flags & OC_TASK_DEPEND) {
        oc_dependent_spawn_usual(function, data, copy, bytes, alignment, is_deferred, flags,
                                 depends, rest);
        return;
    }
slowly:
    oc_task_spawn_undeferred(function, data, copy, bytes, alignment, is_deferred, flags, depends,
                             rest);
}
