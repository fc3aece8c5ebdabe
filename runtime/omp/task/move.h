/* From the records of one thread into those of another. */
#ifndef OMP_TASK_MOVE_H
#define OMP_TASK_MOVE_H

#include "omp/task/tasks.h"

/* Moves a task that nobody else can take to a free record of the own thread. Not inlined: who looks
 * for tasks and finds none is not to save the registers that this needs. */
static __attribute__((noinline)) struct oc_task *oc_task_move(struct oc_tasks *own,
                                                              struct oc_task *from) {
    uint32_t flags = from->flags;
    struct oc_task *task = oc_task_new(own, flags, from->up);
    if (!flags)
        return task;
    const uint32_t *words = (const uint32_t *)from->own;
    uint32_t *end = (uint32_t *)(task->own + (flags >> OC_TASK_BYTES_SHIFT));
    for (uint32_t *to = (uint32_t *)task->own; to < end; to++)
        *to = *words++;
    if (flags & OC_TASK_HEAP)
        task->data = from->data;
    if (flags & (OC_TASK_DEPEND | OC_TASK_DETACH))
        task->dependent = from->dependent;
    return task;
}

#endif
