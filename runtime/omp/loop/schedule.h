/* Schedules by the numbers that the compiler has for them. */
#ifndef OMP_LOOP_SCHEDULE_H
#define OMP_LOOP_SCHEDULE_H

#include "omp/loop/loop.h"

/* `schedule` is one of omp_sched_t, with or without omp_sched_monotonic; 0, and auto, mean
 * runtime. *chunk is what the compiler has for it, and what it is then. */
oc_next_chunk *oc_schedule(long schedule, unsigned long *chunk);

#endif
