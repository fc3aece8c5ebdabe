/* schedule(static), for loops where the compiler does not compute the chunks itself. */
#include "omp/loop/entries.h"
#include "omp/team/thread.h"

static bool next_chunk_block(struct oc_loop *loop, unsigned long *first, unsigned long *end) {
    unsigned long size = (unsigned long)oc_thread.size, number = (unsigned long)oc_thread.number;
    unsigned long part = loop->count / size, more = loop->count % size;
    if (loop->trip++)
        return false;
    *first = number * part + (number < more ? number : more);
    *end = *first + part + (number < more);
    return *first < *end;
}

bool oc_next_chunk_static(struct oc_loop *loop, unsigned long *first, unsigned long *end) {
    if (loop->chunk == 0)
        return next_chunk_block(loop, first, end);
    unsigned long size = (unsigned long)oc_thread.size, number = (unsigned long)oc_thread.number;
    /* The number of the thread's next chunk, which cannot overflow if the chunk exists. */
    unsigned long chunks = loop->count ? (loop->count - 1) / loop->chunk + 1 : 0;
    if (loop->trip > chunks / size || loop->trip * size + number >= chunks)
        return false;
    *first = (loop->trip++ * size + number) * loop->chunk;
    unsigned long rest = loop->count - *first;
    *end = *first + (rest < loop->chunk ? rest : loop->chunk);
    return true;
}

bool GOMP_loop_static_start(long start, long end, long step, long chunk, long *first, long *last) {
    return oc_loop_start(oc_next_chunk_static, start, end, step, (unsigned long)chunk, first, last);
}

void GOMP_parallel_loop_static(oc_region *function, void *data, unsigned threads, long start,
                               long end, long step, long chunk, unsigned flags) {
    (void)flags;
    oc_parallel_loop(oc_next_chunk_static, function, data, threads, start, end, step,
                     (unsigned long)chunk);
}
