/* The block of a thread contains the words that other threads write for this thread. It is a part
 * of the thread's block of the HAL. Each subsystem has fields in it; the subsystem's header
 * explains them. */
#ifndef OMP_TEAM_BLOCK_H
#define OMP_TEAM_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "hal/hal.h"
#include "omp/team/lock_state.h"
#include "omp/team/loop_state.h"
#include "omp/team/reduction_state.h"
#include "omp/team/region_state.h"
#include "omp/team/task_state.h"

struct oc_block {
    struct oc_region_words region;
    struct oc_lock_words lock;
    struct oc_task_words task;
    struct oc_loop_words loop;
    struct oc_reduction_words reduction;
    struct oc_handed_words handed;
    /* A thread that looks for tasks while it waits is woken by writes to the words above this
     * comment, but not by writes to the words below it. */
    struct oc_lock_rings lock_rings;
    struct oc_handed_lock handed_lock;
};
_Static_assert(sizeof(struct oc_block) <= HAL_SHARED_BYTES, "fits into the block of a thread");

#define OC_IN_BLOCK(member) offsetof(struct oc_block, member)

typedef uintptr_t oc_posted_pointer __attribute__((may_alias));

/* Reads a pointer in the thread's own block in one access, as other threads may write it at any
 * time. */
static inline uintptr_t oc_pointer_of(const volatile uint32_t *words) {
    return __atomic_load_n((const volatile oc_posted_pointer *)words, HAL_ACQUIRE);
}

/* Waits until all stores of the thread have arrived. The thread calls this function before it
 * notifies other threads of the stores. */
static inline void oc_flush(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* Arms all words by which other threads notify this thread of tasks, or of other events for which
 * it waits. */
static inline void oc_tasks_arm(struct oc_block *block) {
    hal_arm(block, offsetof(struct oc_block, lock_rings));
}

#endif
