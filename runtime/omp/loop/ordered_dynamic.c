/* Loops with the clauses ordered and schedule(dynamic). */
#include "omp/loop/ordered_entries.h"

bool oc_next_chunk_ordered_dynamic(struct oc_loop *loop, unsigned long *first, unsigned long *end) {
    oc_order_finish(loop);
    unsigned long number = __atomic_fetch_add(&loop->share->next, 1, HAL_ACQ_REL);
    unsigned long long from = (unsigned long long)number * loop->chunk;
    if (from >= loop->count)
        return false;
    unsigned long rest = loop->count - (unsigned long)from;
    *first = (unsigned long)from;
    *end = *first + (rest < loop->chunk ? rest : loop->chunk);
    return oc_order_begin(loop, (uint32_t)number, *first, *end);
}

OC_ORDERED(dynamic)
