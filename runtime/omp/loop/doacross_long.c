/* Doacross loops whose variables are longs. */
#include "omp/loop/doacross.h"
#include "omp/loop/entries.h"

/* The entry points of all schedules share this function, because chunks go to threads in turn in
 * any case. */
static bool start_loop(unsigned loops, long *counts, long chunk, long *first, long *last) {
    oc_doacross_enter(loops, counts, sizeof *counts, (unsigned long)chunk);
    return oc_loop_next(first, last);
}
OC_SAME(GOMP_loop_doacross_static_start, start_loop)
OC_SAME(GOMP_loop_doacross_dynamic_start, start_loop)
OC_SAME(GOMP_loop_doacross_guided_start, start_loop)
