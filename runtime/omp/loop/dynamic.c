/* schedule(dynamic): a thread takes its next chunk by adding to a word. */
#include "omp/loop/entries.h"
#include "omp/team/thread.h"

/* If the number of iterations and twice the chunk size are below this limit, the sum of all
 * additions by the threads cannot overflow the word. */
#define SMALL (1ul << (8 * sizeof(long) - 12))

/* Adds by compare-and-swap, so that the word never goes beyond the end. */
static bool next_large_chunk(struct oc_loop *loop, unsigned long *first, unsigned long *end) {
    unsigned long *next = &loop->share->next, from = __atomic_load_n(next, __ATOMIC_RELAXED), to;
    do {
        if (from >= loop->count)
            return false;
        unsigned long rest = loop->count - from;
        to = from + (rest < loop->chunk ? rest : loop->chunk);
    } while (
        !__atomic_compare_exchange_n(next, &from, to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    *first = from;
    *end = to;
    return true;
}

bool oc_next_chunk_dynamic(struct oc_loop *loop, unsigned long *first, unsigned long *end) {
    if (loop->count >= SMALL || loop->chunk >= SMALL / 2)
        return next_large_chunk(loop, first, end);
    unsigned long from = __atomic_fetch_add(&loop->share->next, loop->chunk, __ATOMIC_RELAXED);
    if (from >= loop->count)
        return false;
    unsigned long rest = loop->count - from;
    *first = from;
    *end = from + (rest < loop->chunk ? rest : loop->chunk);
    return true;
}

OC_SCHEDULE(dynamic)
