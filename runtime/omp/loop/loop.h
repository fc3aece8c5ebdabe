/* Loops that are shared out at run time (OpenMP 5.2, 11.5). Iterations are counted from 0; every
 * thread knows how they map to values of the loop's variable. */
#ifndef OMP_LOOP_LOOP_H
#define OMP_LOOP_LOOP_H

#include <stdbool.h>
#include <stddef.h>

#include "omp/loop/share.h"
#include "omp/team/loop_state.h"

/* How iterations are handed out; a chunk of 0 is one that the schedule chooses. */
oc_next_chunk oc_next_chunk_static, oc_next_chunk_dynamic, oc_next_chunk_guided;

/* Iterations of a loop with a variable that is long. */
unsigned long oc_iterations(long start, long end, long step);

/* The calling thread enters a loop, and leaves it. */
void oc_loop_enter(oc_next_chunk *next_chunk, unsigned long long start, unsigned long long step,
                   unsigned long count, unsigned long chunk);
void oc_loop_leave(void);

/* Gives the values of the loop's variable for the next chunk of the calling thread; false: there
 * are no more. */
bool oc_loop_next(long *first, long *end);

/* What the program, or OMP_SCHEDULE, has set for schedule(runtime). */
oc_next_chunk *oc_runtime_schedule(unsigned long *chunk);

#endif
