/* Iterations that come one after the other, whichever thread runs them (OpenMP 5.2, 15.10).
 *
 * Chunks are numbered as their iterations come. Chunk n may go on when its turn has come: a word in
 * the block of thread n modulo the team's size is 1. Most often that is the thread that has the
 * chunk; it sleeps until the word is written. Another thread puts its own number there instead, and
 * sleeps until it is called. A chunk's turn is over with its last ordered region, or with the
 * chunk. */
#ifndef OMP_LOOP_ORDERED_H
#define OMP_LOOP_ORDERED_H

#include "omp/loop/loop.h"

oc_next_chunk oc_next_chunk_ordered_static, oc_next_chunk_ordered_dynamic,
    oc_next_chunk_ordered_guided;

/* Enters a loop as oc_loop_enter() does, with one of the ordered schedules above. */
void oc_ordered_enter(oc_next_chunk *next_chunk, unsigned long long start, unsigned long long step,
                      unsigned long count, unsigned long chunk);

/* The schedule in which `next_chunk` hands out, ordered. */
oc_next_chunk *oc_ordered_like(oc_next_chunk *next_chunk);

/* The turn of the chunk that the thread had, if any, is over; and it has another one. */
void oc_order_finish(struct oc_loop *loop);
bool oc_order_begin(struct oc_loop *loop, uint32_t number, unsigned long first, unsigned long end);

void GOMP_ordered_start(void);
void GOMP_ordered_end(void);

#endif
