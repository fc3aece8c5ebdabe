/* Doacross loops whose variables are longs. */
#include "omp/loop/doacross.h"
#include "omp/loop/entries.h"

/* One function for all schedules. */
static bool start_loop OC_DOACROSS_START(long) {
    oc_doacross_enter(loops, counts, sizeof *counts, (unsigned long)chunk);
    return oc_loop_next(first, last);
}
OC_SAME(bool, GOMP_loop_doacross_static_start, OC_DOACROSS_START(long), start_loop)
OC_SAME(bool, GOMP_loop_doacross_dynamic_start, OC_DOACROSS_START(long), start_loop)
OC_SAME(bool, GOMP_loop_doacross_guided_start, OC_DOACROSS_START(long), start_loop)
