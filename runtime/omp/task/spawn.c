/* Most tasks: what is done here is all that their thread pays for spawning one. */
#include "omp/task/spawn.h"

void GOMP_task(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
               bool is_deferred, unsigned flags, void **depends, int priority, void *event) {
    struct oc_tasks *own = oc_thread.tasks;
    unsigned unusual = flags & ~(unsigned)(OC_TASK_UNTIED | OC_TASK_MERGEABLE);
    if (!own || (uintptr_t)copy | unusual || !is_deferred)
        goto slowly;
    struct oc_task *task = own->next;
    if (task >= own->limit)
        goto slowly;
    if (bytes) {
        if (bytes > OC_TASK_BYTES || bytes % (long)sizeof(uint32_t))
            goto slowly;
        const uint32_t *from = data, *end = from + (unsigned long)bytes / sizeof *from;
        task->flags = (uint32_t)bytes << OC_TASK_BYTES_SHIFT;
        for (uint32_t *to = (uint32_t *)task->own; from < end;)
            *to++ = *from++;
    }
    own->next = task + 1;
    struct oc_task *scope = own->scope;
    __atomic_fetch_add(&scope->pending, OC_NEW, __ATOMIC_RELAXED);
    task->up = scope;
    /* What it is about to read has arrived, the record included. */
    __atomic_thread_fence(__ATOMIC_RELEASE);
    __atomic_store_n(&task->function, function, __ATOMIC_RELAXED);
    if (__atomic_load_n(&own->hungry, __ATOMIC_RELAXED))
        oc_task_tell(own);
    return;
slowly:
    oc_task_spawn(function, data, copy, bytes, alignment, is_deferred, flags, depends, priority,
                  event);
}
