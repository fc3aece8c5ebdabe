/* schedule(guided): each chunk is the number of iterations left divided by the number of threads,
 * but at least the given chunk size. */
#include "omp/loop/entries.h"
#include "omp/team/thread.h"

bool oc_next_chunk_guided(struct oc_loop *loop, unsigned long *first, unsigned long *end) {
    unsigned long size = (unsigned long)oc_thread.size;
    unsigned long *next = &loop->share->next, from = __atomic_load_n(next, __ATOMIC_RELAXED), to;
    do {
        if (from >= loop->count)
            return false;
        unsigned long rest = loop->count - from, part = (rest - 1) / size + 1;
        if (part < loop->chunk)
            part = loop->chunk;
        to = from + (part < rest ? part : rest);
    } while (
        !__atomic_compare_exchange_n(next, &from, to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    *first = from;
    *end = to;
    return true;
}

OC_SCHEDULE(guided)
