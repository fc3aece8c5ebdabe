/* ordered with schedule(guided): so many chunks as there are threads are as long as each other, and
 * are half of what was left. So a thread that has drawn a chunk's number finds where it begins. */
#include "omp/loop/ordered_entries.h"
#include "omp/team/thread.h"

/* The next round, or the first one. */
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
    uint32_t number = (uint32_t)__atomic_fetch_add(&loop->share->next, 1, __ATOMIC_RELAXED);
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
