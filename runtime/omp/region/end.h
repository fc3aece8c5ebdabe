/* The end of a region: how the thread that started the region learns that all other threads have
 * finished it. The mechanism `end` (docs/openmp-mechanisms.md) chooses between two ways. One is a
 * tree of counters, of which the last one writes a word. In the other, each thread writes a word in
 * the block of its parent in the tree. */
#ifndef OMP_REGION_END_H
#define OMP_REGION_END_H

#include "hal/store.h"
#include "omp/team/thread.h"

#ifdef OC_END_FLAGS
enum { OC_END_IS_FLAGS = 1 };
#include "omp/region/end_flags.h"
#else
enum { OC_END_IS_FLAGS = 0 };

/* Reports that the calling thread, which has not started the region, has finished it. */
static inline void oc_end_tell(const struct oc_thread *self, const struct oc_block *block,
                               hal_address complete) {
    (void)self, (void)block;
    /* A thread that sees the end must see everything that this thread has stored. */
    oc_flush();
    hal_counter_add(complete, 1);
    hal_in_order(); /* keeps the compiler from starting anything else before the store */
}

/* Waits until all other threads have finished a region that is not nested. */
static inline void oc_end_await(const struct oc_thread *self, struct oc_block *block) {
    (void)self;
    oc_await_soon(&block->region.finished[0]);
}

/* Waits until all other threads have finished a region that is not nested, and resets the word for
 * the next region. */
static inline void oc_end_take(const struct oc_thread *self, struct oc_block *block) {
    oc_end_await(self, block);
    block->region.finished[0] = 0;
}

#endif
#endif
