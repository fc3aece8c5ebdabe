/* Doacross loop nests in which a loop variable does not fit into a long, with schedule(runtime), or
 * if the compiler asks for memory or reductions that the threads share (common.h). */
#include "omp/loop/common.h"
#include "omp/loop/doacross.h"
#include "omp/loop/schedule.h"
#include "omp/loop/wide.h"

bool GOMP_loop_ull_doacross_start(unsigned loops, oc_wide *counts, long schedule, oc_wide chunk,
                                  oc_wide *first, oc_wide *last, uintptr_t *reductions,
                                  void **memory) {
    unsigned long size = oc_wide_chunk(chunk);
    oc_schedule(schedule, &size);
    oc_doacross_enter(loops, counts, sizeof *counts, size);
    oc_common_enter(reductions, memory);
    return !first || oc_wide_next(first, last);
}

bool GOMP_loop_ull_doacross_runtime_start(unsigned loops, oc_wide *counts, oc_wide *first,
                                          oc_wide *last) {
    return GOMP_loop_ull_doacross_start(loops, counts, 0, 0, first, last, NULL, NULL);
}
