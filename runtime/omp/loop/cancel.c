/* Ends loops and sections if the construct or its region may be cancelled. The functions return
 * whether the region has been cancelled. */
#include "omp/region/cancel.h"
#include "omp/loop/loop.h"

bool GOMP_loop_end_cancel(void) {
    oc_loop_leave();
    return GOMP_barrier_cancel();
}

bool GOMP_sections_end_cancel(void) __attribute__((alias("GOMP_loop_end_cancel")));
