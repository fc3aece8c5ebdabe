/* From the records of one thread into those of another. */
#ifndef OMP_TASK_MOVE_H
#define OMP_TASK_MOVE_H

#include "omp/task/tasks.h"

_Static_assert(sizeof(struct oc_task_link) == sizeof(void *[2]), "two words that go together");

/* Copies what the record of another thread says of any task into the first free one of the own
 * thread. */
static inline struct oc_task *oc_task_look(struct oc_tasks *own, const struct oc_task *from) {
    struct oc_task *task = own->next;
    hal_copy_pair(&task->link, &from->link);
    return task;
}

/* Moves a task that has been looked at and that nobody else can take, and gives its record back. */
static inline void oc_task_fetch(struct oc_tasks *own, struct oc_task *task, struct oc_task *from) {
    uint32_t flags = task->flags;
    own->next = task + 1;
    if (flags) {
        size_t bytes = flags >> OC_TASK_BYTES_SHIFT;
        for (size_t i = 0; i < bytes; i += sizeof(void *[2]))
            hal_copy_pair(task->own + i, from->own + i);
        if (flags & OC_TASK_HEAP)
            task->data = from->data;
        if (flags & (OC_TASK_DEPEND | OC_TASK_DETACH))
            task->dependent = from->dependent;
        from->flags = 0;
    }
    /* As one that has not begun it has counted nothing, and knows no dependences. */
    oc_task_give_back(from);
}

/* Moves a task that nobody else can take to a free record of the own thread. */
static inline struct oc_task *oc_task_move(struct oc_tasks *own, struct oc_task *from) {
    struct oc_task *task = oc_task_look(own, from);
    oc_task_fetch(own, task, from);
    return task;
}

#endif
