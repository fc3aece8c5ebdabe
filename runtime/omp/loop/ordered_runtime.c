/* ordered with schedule(runtime). */
#include "omp/loop/ordered_entries.h"

oc_hand_out *oc_ordered_like(oc_hand_out *hand_out) {
    return hand_out == oc_hand_out_static    ? oc_hand_out_ordered_static
           : hand_out == oc_hand_out_dynamic ? oc_hand_out_ordered_dynamic
                                             : oc_hand_out_ordered_guided;
}

bool GOMP_loop_ordered_runtime_start OC_RUNTIME_START;
bool GOMP_loop_ordered_runtime_start OC_RUNTIME_START {
    unsigned long chunk;
    oc_hand_out *hand_out = oc_ordered_like(oc_runtime_schedule(&chunk));
    return oc_ordered_start(hand_out, start, end, step, chunk, first, last);
}
