/* The clause priority (OpenMP 5.2, 12.4). A thread takes a task of the highest priority among those
 * that it may take from a stack of records. Priorities are used only if OMP_MAX_TASK_PRIORITY
 * allows them, and then only in stacks that contain tasks with a priority. */
#ifndef OMP_TASK_PRIORITY_H
#define OMP_TASK_PRIORITY_H

#include "omp/task/deque.h"

/* Priorities above this value count as this value. */
#define OC_MOST_PRIORITY 255

static inline unsigned oc_task_priority(uint32_t flags) {
    return flags >> OC_TASK_PRIORITY_SHIFT & OC_MOST_PRIORITY;
}

/* The flags of a task's record, from the compiler's flags and this priority. */
uint32_t oc_task_with_priority(uint32_t flags, int priority);

/* Called before the thread lets others take a task with these flags. */
static inline void oc_task_note_priority(struct oc_thread *self, uint32_t flags) {
    if (oc_task_priority(flags)) {
        self->tasks->has_priorities = true;
        oc_tasks_set_limits(self);
    }
}

/* Finds the youngest task of the highest priority that the thread may take out of its own records.
 * Returns null if no such task has a priority. */
struct oc_task *oc_task_highest_own(struct oc_thread *self);

/* Finds the oldest task of the highest priority in another thread's records. Returns null if none
 * of them has a priority. */
struct oc_task *oc_task_highest_of(const struct oc_deque *victim);

#endif
