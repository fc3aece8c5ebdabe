/* Loops whose variable does not fit into a long, if the compiler asks for memory or reductions that
 * the threads share (common.h). */
#include "omp/loop/common.h"
#include "omp/loop/ordered.h"
#include "omp/loop/schedule.h"
#include "omp/loop/wide.h"

static bool start_loop(oc_enter *enter, oc_next_chunk *next_chunk, bool is_up, oc_wide start,
                       oc_wide end, oc_wide step, unsigned long chunk, oc_wide *first,
                       oc_wide *last, uintptr_t *reductions, void **memory) {
    oc_wide_enter(enter, next_chunk, is_up, start, end, step, chunk);
    oc_common_enter(reductions, memory);
    return !first || oc_wide_next(first, last);
}

bool GOMP_loop_ull_start(bool is_up, oc_wide start, oc_wide end, oc_wide step, long schedule,
                         oc_wide chunk, oc_wide *first, oc_wide *last, uintptr_t *reductions,
                         void **memory) {
    unsigned long size = oc_wide_chunk(chunk);
    oc_next_chunk *next_chunk = oc_schedule(schedule, &size);
    return start_loop(oc_loop_enter, next_chunk, is_up, start, end, step, size, first, last,
                      reductions, memory);
}

bool GOMP_loop_ull_ordered_start(bool is_up, oc_wide start, oc_wide end, oc_wide step,
                                 long schedule, oc_wide chunk, oc_wide *first, oc_wide *last,
                                 uintptr_t *reductions, void **memory) {
    unsigned long size = oc_wide_chunk(chunk);
    oc_next_chunk *next_chunk = oc_ordered_like(oc_schedule(schedule, &size));
    return start_loop(oc_ordered_enter, next_chunk, is_up, start, end, step, size, first, last,
                      reductions, memory);
}
