/* parallel for, whose threads start with a loop. */
#include "omp/loop/entries.h"

struct combined {
    oc_region *function;
    void *data;
    oc_hand_out *hand_out;
    long start, step;
    unsigned long count, chunk;
};

static void run(void *argument) {
    const struct combined *loop = argument;
    oc_loop_enter(loop->hand_out, (unsigned long long)loop->start, (unsigned long long)loop->step,
                  loop->count, loop->chunk);
    loop->function(loop->data);
}

void oc_parallel_loop(oc_hand_out *hand_out, oc_region *function, void *data, unsigned threads,
                      long start, long end, long step, unsigned long chunk) {
    struct combined loop = {function, data, hand_out, start, step, oc_iterations(start, end, step),
                            chunk};
    GOMP_parallel(run, &loop, threads, 0);
}
