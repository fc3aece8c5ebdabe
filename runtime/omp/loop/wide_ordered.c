/* The same, ordered. */
#include "omp/loop/ordered.h"
#include "omp/loop/wide.h"

OC_WIDE_KIND(ordered_static, oc_ordered_enter, oc_hand_out_ordered_static)
OC_WIDE_KIND(ordered_dynamic, oc_ordered_enter, oc_hand_out_ordered_dynamic)
OC_WIDE_KIND(ordered_guided, oc_ordered_enter, oc_hand_out_ordered_guided)

bool GOMP_loop_ull_ordered_runtime_start OC_WIDE_RUNTIME;
bool GOMP_loop_ull_ordered_runtime_start OC_WIDE_RUNTIME {
    unsigned long chunk;
    oc_hand_out *hand_out = oc_ordered_like(oc_runtime_schedule(&chunk));
    oc_wide_enter(oc_ordered_enter, hand_out, is_up, start, end, step, chunk);
    return oc_wide_next(first, last);
}
