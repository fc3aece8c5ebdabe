/* Finds schedules by the compiler's numbers. */
#ifndef OMP_LOOP_SCHEDULE_H
#define OMP_LOOP_SCHEDULE_H

#include "omp/loop/loop.h"

/* `schedule` is one of omp_sched_t, with or without omp_sched_monotonic; 0 and auto mean runtime.
 * *chunk is the compiler's chunk size, and is set to the one that applies. */
oc_next_chunk *oc_schedule(long schedule, unsigned long *chunk);

#endif
