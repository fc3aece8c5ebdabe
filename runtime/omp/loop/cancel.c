/* Ends loops and sections that may be cancelled, or whose region may be. Returns whether the region
 * has been cancelled. */
#include "omp/region/cancel.h"
#include "omp/loop/loop.h"

bool GOMP_loop_end_cancel(void) {
    oc_loop_leave();
    return GOMP_barrier_cancel();
}

bool GOMP_sections_end_cancel(void) __attribute__((alias("GOMP_loop_end_cancel")));
