/* Doacross loop nests in which a loop variable does not fit into a long. */
#include "omp/loop/doacross.h"
#include "omp/loop/wide.h"

/* The entry points of all schedules share this function, because chunks go to threads in turn in
 * any case. */
static bool start_loop(unsigned loops, oc_wide *counts, oc_wide chunk, oc_wide *first,
                       oc_wide *last) {
    oc_doacross_enter(loops, counts, sizeof *counts, oc_wide_chunk(chunk));
    return oc_wide_next(first, last);
}
OC_SAME(GOMP_loop_ull_doacross_static_start, start_loop)
OC_SAME(GOMP_loop_ull_doacross_dynamic_start, start_loop)
OC_SAME(GOMP_loop_ull_doacross_guided_start, start_loop)
