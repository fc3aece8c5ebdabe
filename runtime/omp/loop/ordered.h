/* Ordered regions of iterations run in the order of the iterations, whichever threads run these
 * (OpenMP 5.2, 15.10).
 *
 * Chunks are numbered in the order of their iterations. Each thread has a word for the loop in its
 * block. The word of thread n modulo the team's size serves chunk n: it becomes 1 when it is the
 * chunk's turn. Usually this thread also runs the chunk, and sleeps until the word is written. If
 * another thread runs the chunk, that thread writes its own number into the word and sleeps until
 * it is called. A chunk's turn ends with its last ordered region or with the chunk. */
#ifndef OMP_LOOP_ORDERED_H
#define OMP_LOOP_ORDERED_H

#include "omp/loop/loop.h"

oc_next_chunk oc_next_chunk_ordered_static, oc_next_chunk_ordered_dynamic,
    oc_next_chunk_ordered_guided;

/* Enters a loop as oc_loop_enter() does. `next_chunk` is one of the ordered schedules. */
void oc_ordered_enter(oc_next_chunk *next_chunk, unsigned long long start, unsigned long long step,
                      unsigned long count, unsigned long chunk);

/* The ordered schedule that distributes iterations as `next_chunk` does. */
oc_next_chunk *oc_ordered_like(oc_next_chunk *next_chunk);

/* oc_order_finish() ends the turn of the thread's chunk, if it has one; oc_order_begin() notes that
 * the thread has another chunk. */
void oc_order_finish(struct oc_loop *loop);
bool oc_order_begin(struct oc_loop *loop, uint32_t number, unsigned long first, unsigned long end);

void GOMP_ordered_start(void);
void GOMP_ordered_end(void);

#endif
