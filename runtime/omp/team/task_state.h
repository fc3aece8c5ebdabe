/* The fields for tasks (`task/`) in a thread's block. */
#ifndef OMP_TEAM_TASK_STATE_H
#define OMP_TEAM_TASK_STATE_H

#include "omp/team/lock_state.h"
#include "omp/team/region_state.h"

/* The largest number of neighbours that notify a thread of tasks (task/victims.h). */
#define OC_NEIGHBOURS 15

/* The largest number of tasks that are handed to a thread at a time (task/handed.h). */
#define OC_HANDED 128

struct oc_task_words {
    volatile uint32_t woken;    /* 1: something that the thread waits for may have happened */
    volatile uint32_t notified; /* 1: one of the words below has been written */
    /* For each neighbour, the neighbour's deque if it has tasks, otherwise 0 in the first word. */
    _Alignas(uintptr_t) volatile uint32_t offers[OC_NEIGHBOURS][OC_POINTER_WORDS];
};

/* Words for task mechanisms other than the default one. */
struct oc_handed_words {
    /* The tasks that were handed to the thread, in a ring of its own or in that of a queue, and two
     * counts: the tasks put into the ring and the tasks taken from it. */
    _Alignas(uintptr_t) uint32_t tasks[OC_HANDED][OC_POINTER_WORDS];
    volatile uint32_t put __attribute__((aligned(2 * sizeof(uint32_t))));
    volatile uint32_t got;
    volatile uint32_t team_size; /* size of the outermost team whose tasks the thread takes, or 0 */
    /* For each thread that puts tasks into this thread's queue: the number of its tasks that this
     * thread has taken from the queue. */
    volatile uint32_t taken[OC_NEIGHBOURS];
};

/* The ring of a queue. Its only element is the lock of the tasks in struct oc_handed_words. */
struct oc_handed_lock {
    uint32_t ring[OC_LOCK_READERS];
};

#endif
