/* Moves a task from another thread's record into a record of the calling thread. */
#ifndef OMP_TASK_TRANSFER_H
#define OMP_TASK_TRANSFER_H

#include "omp/task/deque.h"

_Static_assert(sizeof(struct oc_task_link) == sizeof(void *[2]), "two words that go together");

/* Copies the link of a task into the first free record of the calling thread. */
static inline struct oc_task *oc_task_copy_link(struct oc_deque *own, const struct oc_task *from) {
    struct oc_task *task = own->next;
    hal_copy_pair(&task->link, &from->link);
    return task;
}

/* Moves the rest of a task, after oc_task_copy_link(), into the calling thread's record, and frees
 * the old record. No other thread can take the task at this time. */
static inline void oc_task_take_over(struct oc_deque *own, struct oc_task *task,
                                     struct oc_task *from) {
    uint32_t flags = task->flags;
    HAL_WRITE(&own->next, task + 1);
    if (flags) {
        size_t bytes = flags >> OC_TASK_BYTES_SHIFT;
        for (size_t i = 0; i < bytes; i += sizeof(void *[2]))
            hal_copy_pair(task->own + i, from->own + i);
        if (flags & OC_TASK_HEAP)
            task->data = from->data;
        if (flags & (OC_TASK_DEPEND | OC_TASK_DETACH))
            task->dependent = from->dependent;
        HAL_WRITE(&from->flags, 0);
    }
    /* The task has not begun, so it has no children and no dependences. */
    oc_task_give_back(from);
}

/* Moves a task into the first free record of the calling thread. No other thread can take the task
 * at this time. */
static inline struct oc_task *oc_task_move(struct oc_deque *own, struct oc_task *from) {
    struct oc_task *task = oc_task_copy_link(own, from);
    oc_task_take_over(own, task, from);
    return task;
}

/* Puts back a task that the thread may not run. This happens if another task has come into the
 * record since the thread examined it. `copy` is the calling thread's record with the copied
 * link. */
void oc_task_put_back(struct oc_task *task, oc_region *function, struct oc_task *copy);

#endif
