/* Doacross loops whose variables are longs, with schedule(runtime), or if the compiler asks for
 * memory or reductions that the threads share (common.h). */
#include "omp/loop/common.h"
#include "omp/loop/doacross.h"
#include "omp/loop/schedule.h"

bool GOMP_loop_doacross_start(unsigned loops, long *counts, long schedule, long chunk, long *first,
                              long *last, uintptr_t *reductions, void **memory) {
    unsigned long size = (unsigned long)chunk;
    oc_schedule(schedule, &size);
    oc_doacross_enter(loops, counts, sizeof *counts, size);
    oc_common_enter(reductions, memory);
    return !first || oc_loop_next(first, last);
}

bool GOMP_loop_doacross_runtime_start(unsigned loops, long *counts, long *first, long *last) {
    return GOMP_loop_doacross_start(loops, counts, 0, 0, first, last, NULL, NULL);
}
