/* schedule(runtime). */
#include "omp/loop/entries.h"
#include "omp/loop/schedule.h"

static bool start_loop(long start, long end, long step, long *first, long *last) {
    unsigned long chunk;
    oc_next_chunk *next_chunk = oc_runtime_schedule(&chunk);
    return oc_loop_start(next_chunk, start, end, step, chunk, first, last);
}
OC_SAME(GOMP_loop_runtime_start, start_loop)
OC_SAME(GOMP_loop_nonmonotonic_runtime_start, start_loop)
OC_SAME(GOMP_loop_maybe_nonmonotonic_runtime_start, start_loop)

static void start_region(oc_region *function, void *data, unsigned threads, long start, long end,
                         long step, unsigned flags) {
    (void)flags;
    unsigned long chunk;
    oc_next_chunk *next_chunk = oc_runtime_schedule(&chunk);
    oc_parallel_loop(next_chunk, function, data, threads, start, end, step, chunk);
}
OC_SAME(GOMP_parallel_loop_runtime, start_region)
OC_SAME(GOMP_parallel_loop_nonmonotonic_runtime, start_region)
OC_SAME(GOMP_parallel_loop_maybe_nonmonotonic_runtime, start_region)
