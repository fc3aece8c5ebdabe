/* How a thread passes a region on to the threads below it in the tree: each gets the region's
 * function and data. The mechanism `region` (docs/openmp-mechanisms.md) chooses between stores into
 * the receiving thread's block and an element of a queue that only this thread reads. */
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

/* A region as a thread passes it on: the function and its data. */
typedef hal_pair oc_passed;

static inline oc_passed oc_passed_of(oc_region *function, void *data) {
    _Static_assert(OC_IN_BLOCK(region.function) - OC_IN_BLOCK(region.data) == sizeof data,
                   "the function follows the data");
    return hal_pair_of(data, (void *)function);
}

static inline void oc_pass(hal_address block, oc_passed region) {
    hal_store_pair(block + OC_IN_BLOCK(region.data), region);
}

/* Prepares a thread for its first region. Regions need no preparation here; with region=queue, the
 * thread opens its queue (pass_queue.h). */
static inline void oc_receive_start(struct oc_block *block) {
    (void)block;
}

/* Waits for the next region and returns its function. Stores the region's data in `data`, and the
 * first word of the block's `region.team` in `team`. */
static inline oc_region *oc_receive(struct oc_block *block, void **data, uint32_t *team) {
    uintptr_t first = oc_await(&block->region.function[0]);
    oc_region *function =
        (oc_region *)(OC_POINTER_WORDS == 1 ? first : oc_pointer_of(block->region.function));
    *data = (void *)oc_pointer_of(block->region.data);
    *team = block->region.team[0];
    block->region.function[0] = 0;
    return function;
}

#endif

/* Passes a region on to the threads below, of which there is at least one. */
static inline void oc_pass_on(struct oc_thread *self, oc_region *function, void *data) {
    oc_passed region = oc_passed_of(function, data);
    const hal_address *child = self->child;
    /* Each address is loaded just before its store. To load an address earlier would delay the
     * store before it, and would not speed up its own store, because packets leave one after the
     * other. */
    oc_pass(child[0], region);
    int count = self->children;
    hal_address second = child[1];
    if (__builtin_expect(count >= OC_GROUP - 1, 1)) {
        hal_address third = child[2];
        oc_pass(second, region);
        oc_pass(third, region);
        for (int i = OC_GROUP - 1; __builtin_expect(i < count, 0); i++)
            oc_pass(child[i], region);
    } else if (count == 2) {
        oc_pass(second, region);
    }
}
_Static_assert(OC_GROUP == 4, "three threads are below a full group's leader");

#endif
