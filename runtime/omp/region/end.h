/* The end of a region: how its starter learns that all others have finished. The mechanism
 * `end` says how (docs/openmp-mechanisms.md): by a tree of counters, of which the last writes a
 * word, or by a word of each thread, next to the one above it in the tree. */
#ifndef OMP_REGION_END_H
#define OMP_REGION_END_H

#include "hal/store.h"
#include "omp/team/thread.h"

#ifdef OC_END_FLAGS
enum { OC_END_IS_FLAGS = 1 };
#include "omp/region/end_flags.h"
#else
enum { OC_END_IS_FLAGS = 0 };

/* The calling thread, which has not started the region, says that it has finished it. */
static inline void oc_end_tell(const struct oc_thread *self, const struct oc_block *block) {
    (void)block;
    /* A thread that sees its end sees what it has stored. */
    oc_flush();
    hal_counter_add(self->complete, 1);
}

/* Waits until all other threads have finished a region that is not nested. */
static inline void oc_end_await(const struct oc_thread *self, struct oc_block *block) {
    (void)self;
    oc_await(&block->region.finished[0]);
}

/* Waits until all other threads have finished a region that is not nested, and resets the word for
 * the next region. */
static inline void oc_end_take(const struct oc_thread *self, struct oc_block *block) {
    oc_end_await(self, block);
    block->region.finished[0] = 0;
}

#endif
#endif
