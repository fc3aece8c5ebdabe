/* Entry points of ordered loops whose variable does not fit into a long. */
#include "omp/loop/ordered.h"
#include "omp/loop/schedule.h"
#include "omp/loop/wide.h"

OC_WIDE_KIND(ordered_static, oc_ordered_enter, oc_next_chunk_ordered_static)
OC_WIDE_KIND(ordered_dynamic, oc_ordered_enter, oc_next_chunk_ordered_dynamic)
OC_WIDE_KIND(ordered_guided, oc_ordered_enter, oc_next_chunk_ordered_guided)

bool GOMP_loop_ull_ordered_runtime_start(bool is_up, oc_wide start, oc_wide end, oc_wide step,
                                         oc_wide *first, oc_wide *last) {
    unsigned long chunk;
    oc_next_chunk *next_chunk = oc_ordered_like(oc_runtime_schedule(&chunk));
    oc_wide_enter(oc_ordered_enter, next_chunk, is_up, start, end, step, chunk);
    return oc_wide_next(first, last);
}
