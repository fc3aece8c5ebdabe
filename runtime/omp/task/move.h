/* From the records of one thread into those of another. */
#ifndef OMP_TASK_MOVE_H
#define OMP_TASK_MOVE_H

#include "omp/task/tasks.h"

/* What a core loads or stores at once: from another tile, a trip for two words. (Volatile, so that
 * the compiler does not make two loads of it.) */
typedef volatile double oc_pair __attribute__((may_alias));

/* Copies what the record of another thread says of any task into the first free one of the own
 * thread. */
static inline struct oc_task *oc_task_look(struct oc_tasks *own, const struct oc_task *from) {
    struct oc_task *task = own->next;
    const oc_pair *pairs = (const oc_pair *)&from->link;
    for (size_t i = 0; i < sizeof task->link / sizeof *pairs; i++)
        ((oc_pair *)&task->link)[i] = pairs[i];
    return task;
}

/* Moves a task that has been looked at and that nobody else can take, and gives its record back. */
static inline void oc_task_fetch(struct oc_tasks *own, struct oc_task *task, struct oc_task *from) {
    uint32_t flags = task->flags;
    own->next = task + 1;
    if (flags) {
        const oc_pair *pairs = (const oc_pair *)from->own;
        char *end = task->own + (flags >> OC_TASK_BYTES_SHIFT);
        for (oc_pair *to = (oc_pair *)task->own; (char *)to < end; to++)
            *to = *pairs++;
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
