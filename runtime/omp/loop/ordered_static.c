/* Loops with the clauses ordered and schedule(static). */
#include "omp/loop/ordered_entries.h"
#include "omp/team/thread.h"

bool oc_next_chunk_ordered_static(struct oc_loop *loop, unsigned long *first, unsigned long *end) {
    oc_order_finish(loop);
    uint32_t number =
        (uint32_t)(loop->trip * (unsigned long)oc_thread.size) + (uint32_t)oc_thread.number;
    if (!oc_next_chunk_static(loop, first, end))
        return false;
    loop->order.is_fixed = true;
    return oc_order_begin(loop, number, *first, *end);
}

OC_ORDERED(static)
