/* Cancellation (OpenMP 5.2, 11.5), where OMP_CANCELLATION asks for it. Regions that may be
 * cancelled have barriers of their own: a thread that has cancelled never reaches one, and a
 * counter could not be told. So a word counts arrivals; the last thread, or the canceller, wakes
 * the others by stores. All barriers are over when the region is, which ends as always; what they
 * leave behind is set up anew before the next region. */
#ifndef OMP_REGION_CANCEL_H
#define OMP_REGION_CANCEL_H

#include <stdbool.h>

#include "link/variant.h"

/* The compiler's names of constructs. */
enum {
    OC_CANCEL_PARALLEL = 1,
    OC_CANCEL_LOOP = 2,
    OC_CANCEL_SECTIONS = 4,
    OC_CANCEL_TASKGROUP = 8
};

/* For the taskgroup that the calling task is in; with tasks that can be cancelled. */
void oc_taskgroup_cancel(void) OC_OPTIONAL;
bool oc_taskgroup_is_cancelled(void) OC_OPTIONAL;

/* Whether the region has been cancelled. */
bool GOMP_barrier_cancel(void);

#endif
