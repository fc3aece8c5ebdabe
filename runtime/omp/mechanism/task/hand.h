/* Tasks are handed out: a ready one stays in the record of its thread, and its address goes to
 * where others look for tasks. Who takes the function out of the record has the task, so an address
 * may come too late, and then says nothing. Its thread may take it as well, and takes all that
 * found no room. Teams inside others hand out nothing. */
#ifndef OMP_MECHANISM_TASK_HAND_H
#define OMP_MECHANISM_TASK_HAND_H

#include "omp/task/tasks.h"

/* Of each thread: not in use for regions, reductions, MPI or locks. */
#define OC_HAND_QUEUE 2

/* Puts the address next to a thread, which has opened that; full: does nothing. */
void oc_hand_put(hal_address queue, hal_address block, struct oc_task *task);

/* Takes an address; null: there is none. */
struct oc_task *oc_hand_take(void);

/* Whether a thread has opened what lies next to it. */
static inline bool oc_hand_is_open(int thread) {
    return hal_load(hal_thread_block(thread) + OC_IN_BLOCK(is_handing)) != 0;
}

/* The queue next to the own thread, for addresses. */
static inline void oc_hand_open(enum hal_queue_kind kind) {
    struct oc_block *block = hal_thread_own_block();
    hal_thread_queue_open(OC_HAND_QUEUE, kind, block->handed, OC_HANDED, sizeof block->handed[0]);
    block->is_handing = 1;
}

#endif
