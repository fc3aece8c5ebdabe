/* Doacross loops (OpenMP 5.2, 15.9.6): iterations wait for other iterations, in any loop of a nest.
 *
 * The iterations of the whole nest have positions, numbered in the order in which a single thread
 * would run them; the numbering continues from one loop of a region to the next. The block of each
 * thread contains the position that it has reached. A thread that waits for another thread reads
 * that thread's position, sets a bit in that thread's block, reads the position again and sleeps.
 * The other thread wakes the waiting one at its next step. If the new position is still too early,
 * the waiting thread writes the position that it needs into its own block; the other thread then
 * wakes it only at that position.
 *
 * With every schedule, threads take chunks in turn, so all of them know which thread runs an
 * iteration. */
#ifndef OMP_LOOP_DOACROSS_H
#define OMP_LOOP_DOACROSS_H

#include <stddef.h>

#include "omp/loop/loop.h"

/* Enters a nest of `loops` loops, with the arguments that the compiler passes. Each count of
 * iterations takes `bytes` bytes. */
void oc_doacross_enter(unsigned loops, const void *counts, size_t bytes, unsigned long chunk);

#endif
