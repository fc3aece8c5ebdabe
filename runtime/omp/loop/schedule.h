/* Finds the schedule that belongs to a number from the compiler. */
#ifndef OMP_LOOP_SCHEDULE_H
#define OMP_LOOP_SCHEDULE_H

#include "omp/loop/loop.h"

/* Returns the schedule for `schedule`, which is an omp_sched_t, with or without
 * omp_sched_monotonic. 0 and omp_sched_auto mean schedule(runtime). *chunk is the compiler's chunk
 * size in iterations; the function replaces it by the chunk size to be used. */
oc_next_chunk *oc_schedule(long schedule, unsigned long *chunk);

/* The schedule for schedule(runtime), as the program or OMP_SCHEDULE has set it. */
oc_next_chunk *oc_runtime_schedule(unsigned long *chunk);

#endif
