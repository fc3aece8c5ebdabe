#include "omp/loop/schedule.h"

#include "omp.h"

oc_hand_out *oc_schedule(long schedule, unsigned long *chunk) {
    switch ((unsigned)schedule & ~(unsigned)omp_sched_monotonic) {
    case omp_sched_static:
        return oc_hand_out_static;
    case omp_sched_dynamic:
        return oc_hand_out_dynamic;
    case omp_sched_guided:
        return oc_hand_out_guided;
    default:
        return oc_runtime_schedule(chunk);
    }
}
