/* Doacross loops (OpenMP 5.2, 15.9.6): iterations wait for others, of any loop of a nest.
 *
 * Iterations of the whole nest have positions, in the order in which a single thread would run
 * them, which go on from one loop of a region to the next. The block of each thread says how far it
 * has come. A thread that waits for another one looks there, leaves a bit there, looks again and
 * sleeps. The other one wakes it at its next step; if that is not far enough, only when it has come
 * as far as the waiting thread has written next to itself.
 *
 * Whatever the schedule, threads take turns at chunks: so all know which thread runs an iteration.
 */
#ifndef OMP_LOOP_DOACROSS_H
#define OMP_LOOP_DOACROSS_H

#include <stddef.h>

#include "omp/loop/loop.h"

/* Enters a nest of `loops` loops, with the arguments that the compiler passes; the counts of
 * iterations have `bytes` bytes each. */
void oc_doacross_enter(unsigned loops, const void *counts, size_t bytes, unsigned long chunk);

#define OC_DOACROSS_START(type) (unsigned loops, type *counts, type chunk, type *first, type *last)
#define OC_DOACROSS_RUNTIME(type) (unsigned loops, type *counts, type *first, type *last)
#define OC_DOACROSS_ANY(type)                                                                      \
    (unsigned loops, type *counts, long schedule, type chunk, type *first, type *last,             \
     uintptr_t *reductions, void **memory)

#endif
