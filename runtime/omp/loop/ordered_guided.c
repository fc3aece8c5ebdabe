/* ordered with schedule(guided). Chunks come in rounds; a round has as many chunks as there are
 * threads. The chunks of a round have equal lengths, and together they take half of the iterations
 * that are left. A thread can therefore compute where a chunk begins from the chunk's number. */
#include "omp/loop/ordered_entries.h"
#include "omp/team/thread.h"

/* Computes the next round of chunks; at the beginning of the loop, the first round. */
static void go_on(struct oc_loop *loop, uint32_t size) {
    struct oc_order *order = &loop->order;
    if (order->part) {
        order->from += (unsigned long long)order->part * size;
        order->round += size;
    }
    unsigned long rest = order->from < loop->count ? loop->count - (unsigned long)order->from : 1;
    order->part = (rest - 1) / (2 * size) + 1;
    if (order->part < loop->chunk)
        order->part = loop->chunk;
}

bool oc_next_chunk_ordered_guided(struct oc_loop *loop, unsigned long *first, unsigned long *end) {
    oc_order_finish(loop);
    struct oc_order *order = &loop->order;
    uint32_t number = (uint32_t)__atomic_fetch_add(&loop->share->next, 1, HAL_ACQ_REL);
    uint32_t size = (uint32_t)oc_thread.size;
    while (!order->part || (number - order->round >= size && order->from < loop->count))
        go_on(loop, size);
    unsigned long long from =
        order->from + (unsigned long long)order->part * (number - order->round);
    if (from >= loop->count)
        return false;
    unsigned long rest = loop->count - (unsigned long)from;
    *first = (unsigned long)from;
    *end = *first + (rest < order->part ? rest : order->part);
    return oc_order_begin(loop, number, *first, *end);
}

OC_ORDERED(guided)
