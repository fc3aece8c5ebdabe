#include "omp/loop/schedule.h"

#include "omp.h"

oc_next_chunk *oc_schedule(long schedule, unsigned long *chunk) {
    switch ((unsigned)schedule & ~(unsigned)omp_sched_monotonic) {
    case omp_sched_static:
        return oc_next_chunk_static;
    case omp_sched_dynamic:
        return oc_next_chunk_dynamic;
    case omp_sched_guided:
        return oc_next_chunk_guided;
    default:
        return oc_runtime_schedule(chunk);
    }
}
