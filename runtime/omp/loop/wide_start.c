/* Entry points of loops whose variable does not fit into a long. */
#include "omp/loop/schedule.h"
#include "omp/loop/wide.h"

OC_WIDE_KIND(static, oc_loop_enter, oc_next_chunk_static)
OC_WIDE_KIND(dynamic, oc_loop_enter, oc_next_chunk_dynamic)
OC_WIDE_KIND(guided, oc_loop_enter, oc_next_chunk_guided)
OC_WIDE_KIND(nonmonotonic_dynamic, oc_loop_enter, oc_next_chunk_dynamic)
OC_WIDE_KIND(nonmonotonic_guided, oc_loop_enter, oc_next_chunk_guided)

static bool start_runtime(bool is_up, oc_wide start, oc_wide end, oc_wide step, oc_wide *first,
                          oc_wide *last) {
    unsigned long chunk;
    oc_next_chunk *next_chunk = oc_runtime_schedule(&chunk);
    oc_wide_enter(oc_loop_enter, next_chunk, is_up, start, end, step, chunk);
    return oc_wide_next(first, last);
}
OC_SAME(GOMP_loop_ull_runtime_start, start_runtime)
OC_SAME(GOMP_loop_ull_nonmonotonic_runtime_start, start_runtime)
OC_SAME(GOMP_loop_ull_maybe_nonmonotonic_runtime_start, start_runtime)
