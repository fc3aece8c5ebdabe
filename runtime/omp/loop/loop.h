/* Loops whose iterations are distributed at run time (OpenMP 5.2, 11.5). Iterations are numbered
 * from 0; every thread computes the value of the loop variable from the iteration's number. */
#ifndef OMP_LOOP_LOOP_H
#define OMP_LOOP_LOOP_H

#include <stdbool.h>
#include <stddef.h>

#include "omp/loop/share.h"
#include "omp/team/loop_state.h"

/* The schedules. If the chunk size is 0, the schedule chooses the number of iterations in a
 * chunk. */
oc_next_chunk oc_next_chunk_static, oc_next_chunk_dynamic, oc_next_chunk_guided;

/* The number of iterations of a loop whose variable is a long. */
unsigned long oc_iterations(long start, long end, long step);

/* oc_loop_enter() sets up the loop that the calling thread enters; oc_loop_leave() ends it for this
 * thread. */
void oc_loop_enter(oc_next_chunk *next_chunk, unsigned long long start, unsigned long long step,
                   unsigned long count, unsigned long chunk);
void oc_loop_leave(void);

/* Stores the bounds of the calling thread's next chunk, as values of the loop variable. Returns
 * false if there are no more chunks. */
bool oc_loop_next(long *first, long *end);

#endif
