/* How a thread passes a region on to the threads below it in the tree: each gets the region's
 * function and data. The mechanism `region` (docs/openmp-mechanisms.md) chooses between stores into
 * its block and an element of a queue that it alone reads. */
#ifndef OMP_REGION_PASS_H
#define OMP_REGION_PASS_H

#include "omp/team/post.h"
#include "omp/team/team.h"
#include "omp/team/thread.h"

#ifdef OC_REGION_QUEUE
#include "omp/region/pass_queue.h"
#else

/* The address to which regions for a thread of the process are sent. */
static inline hal_address oc_region_target(int thread) {
    return hal_thread_block(thread);
}

static inline void oc_pass(hal_address block, oc_region *function, void *data) {
    oc_post(block + OC_IN_BLOCK(region.data), (uintptr_t)data);
    oc_post(block + OC_IN_BLOCK(region.function), (uintptr_t)function);
}

/* Prepares a thread for its first region. */
static inline void oc_receive_start(struct oc_block *block) {
    (void)block;
}

/* Waits for the next region. */
static inline oc_region *oc_receive(struct oc_block *block, void **data) {
    oc_await(&block->region.function[0]);
    oc_region *function = (oc_region *)oc_pointer_of(block->region.function);
    *data = (void *)oc_pointer_of(block->region.data);
    block->region.function[0] = 0;
    return function;
}

#endif

static inline void oc_pass_on(struct oc_thread *self, oc_region *function, void *data) {
    const hal_address *child = self->child;
    int rest = self->children;
    /* Most groups are full, so the common case is unrolled. */
    for (; __builtin_expect(rest >= OC_GROUP - 1, 1); rest -= OC_GROUP - 1)
#pragma GCC unroll 4
        for (int i = 0; i < OC_GROUP - 1; i++)
            oc_pass(*child++, function, data);
    while (rest-- > 0)
        oc_pass(*child++, function, data);
}

#endif
