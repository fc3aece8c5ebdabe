/* The clause priority (OpenMP 5.2, 12.4): of the tasks that a thread may take from a stack of
 * records, one of the highest. Only where OMP_MAX_TASK_PRIORITY allows any; and then only threads
 * that have such tasks look for them. */
#ifndef OMP_TASK_PRIORITY_H
#define OMP_TASK_PRIORITY_H

#include "omp/task/deque.h"

/* Higher ones are the same as this. */
#define OC_MOST_PRIORITY 255

static inline unsigned oc_task_priority(uint32_t flags) {
    return flags >> OC_TASK_PRIORITY_SHIFT & OC_MOST_PRIORITY;
}

/* The flags of the record of a task for which the compiler has passed these, and this priority. */
uint32_t oc_task_with_priority(uint32_t flags, int priority);

/* The thread is about to let others take a task with these flags. */
static inline void oc_task_note_priority(struct oc_thread *self, uint32_t flags) {
    if (oc_task_priority(flags)) {
        self->tasks->has_priorities = true;
        oc_tasks_set_limits(self);
    }
}

/* The youngest of the tasks of the highest priority that the thread may take out of its records;
 * null: it has none with a priority. */
struct oc_task *oc_task_highest_own(struct oc_thread *self);

/* The oldest of those of another thread; null: it has none. */
struct oc_task *oc_task_highest_of(const struct oc_deque *victim);

#endif
