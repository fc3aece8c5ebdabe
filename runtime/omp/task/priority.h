/* The clause priority (OpenMP 5.2, 12.4). A thread that takes a task from the records of a deque
 * takes one of the highest priority among those that it may take. Priorities are used only if
 * OMP_MAX_TASK_PRIORITY allows them, and then only in deques that contain tasks with a priority. */
#ifndef OMP_TASK_PRIORITY_H
#define OMP_TASK_PRIORITY_H

#include "omp/task/deque.h"

/* Priorities above this value count as this value. */
#define OC_MOST_PRIORITY 255

static inline unsigned oc_task_priority(uint32_t flags) {
    return flags >> OC_TASK_PRIORITY_SHIFT & OC_MOST_PRIORITY;
}

/* Combines the compiler's flags and a priority into the flags of a task's record. */
uint32_t oc_task_with_priority(uint32_t flags, int priority);

/* Notes that the deque contains a task with a priority, if `flags` say so. Called before the thread
 * lets other threads take the task. */
static inline void oc_task_note_priority(struct oc_thread *self, uint32_t flags) {
    if (oc_task_priority(flags)) {
        oc_tasks->has_priorities = true;
        oc_tasks_set_limits(self);
    }
}

/* Among the tasks that the thread may take from its own records, finds the youngest of the highest
 * priority. Returns null if none of them has a priority. */
struct oc_task *oc_task_highest_own(struct oc_thread *self);

/* Finds the oldest task of the highest priority in another thread's records. Returns null if none
 * of them has a priority. */
struct oc_task *oc_task_highest_of(const struct oc_deque *victim);

#endif
