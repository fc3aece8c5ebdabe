/* Loops with the clauses ordered and schedule(runtime). */
#include "omp/loop/ordered_entries.h"
#include "omp/loop/schedule.h"

oc_next_chunk *oc_ordered_like(oc_next_chunk *next_chunk) {
    return next_chunk == oc_next_chunk_static    ? oc_next_chunk_ordered_static
           : next_chunk == oc_next_chunk_dynamic ? oc_next_chunk_ordered_dynamic
                                                 : oc_next_chunk_ordered_guided;
}

bool GOMP_loop_ordered_runtime_start(long start, long end, long step, long *first, long *last) {
    unsigned long chunk;
    oc_next_chunk *next_chunk = oc_ordered_like(oc_runtime_schedule(&chunk));
    return oc_ordered_start(next_chunk, start, end, step, chunk, first, last);
}
