/* Doacross loops that have a variable which does not fit into a long. */
#include "omp/loop/doacross.h"
#include "omp/loop/wide.h"

/* One function for all schedules. */
static bool start_loop OC_DOACROSS_START(oc_wide) {
    oc_doacross_enter(loops, counts, sizeof *counts, oc_wide_chunk(chunk));
    return oc_wide_next(first, last);
}
OC_SAME(bool, GOMP_loop_ull_doacross_static_start, OC_DOACROSS_START(oc_wide), start_loop)
OC_SAME(bool, GOMP_loop_ull_doacross_dynamic_start, OC_DOACROSS_START(oc_wide), start_loop)
OC_SAME(bool, GOMP_loop_ull_doacross_guided_start, OC_DOACROSS_START(oc_wide), start_loop)
