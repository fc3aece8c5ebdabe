/* Cancellation (OpenMP 5.2, chapter 16), if OMP_CANCELLATION enables it. A region that may be
 * cancelled does not use the counters of ordinary barriers, because a counter would wait for the
 * thread that cancels, which never reaches the barrier. In its barriers a word counts arrivals. The
 * last thread to arrive, or the thread that cancels, wakes the others by stores. When the region
 * ends, no thread is left in one of its barriers, and the state of these barriers is reset before
 * the next region. */
#ifndef OMP_REGION_CANCEL_H
#define OMP_REGION_CANCEL_H

#include <stdbool.h>

#include "link/variant.h"

/* The compiler's numbers of constructs. */
enum {
    OC_CANCEL_PARALLEL = 1,
    OC_CANCEL_LOOP = 2,
    OC_CANCEL_SECTIONS = 4,
    OC_CANCEL_TASKGROUP = 8
};

/* oc_taskgroup_cancel() and oc_taskgroup_is_cancelled() act on the taskgroup of the calling task.
 * They are linked into programs with tasks that can be cancelled. */
void oc_taskgroup_cancel(void) OC_OPTIONAL;
bool oc_taskgroup_is_cancelled(void) OC_OPTIONAL;

/* A barrier in a region that may be cancelled. Returns whether the region has been cancelled. */
bool GOMP_barrier_cancel(void);

#endif
