/* parallel for: regions whose threads start with a loop. */
#include "omp/loop/entries.h"

struct combined {
    oc_region *function;
    void *data;
    oc_next_chunk *next_chunk;
    long start, step;
    unsigned long count, chunk;
};

static void run(void *argument) {
    const struct combined *loop = argument;
    oc_loop_enter(loop->next_chunk, (unsigned long long)loop->start, (unsigned long long)loop->step,
                  loop->count, loop->chunk);
    loop->function(loop->data);
}

void oc_parallel_loop(oc_next_chunk *next_chunk, oc_region *function, void *data, unsigned threads,
                      long start, long end, long step, unsigned long chunk) {
    struct combined loop = {
        function, data, next_chunk, start, step, oc_iterations(start, end, step), chunk};
    GOMP_parallel(run, &loop, threads, 0);
}
