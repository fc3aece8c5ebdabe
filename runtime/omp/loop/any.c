/* Loops with a variable of type long, if the compiler asks for memory or reductions that the
 * threads of the loop share (common.h). */
#include "omp/loop/common.h"
#include "omp/loop/entries.h"
#include "omp/loop/schedule.h"

bool GOMP_loop_start(long start, long end, long step, long schedule, long chunk, long *first,
                     long *last, uintptr_t *reductions, void **memory) {
    unsigned long size = (unsigned long)chunk;
    oc_next_chunk *next_chunk = oc_schedule(schedule, &size);
    oc_loop_enter(next_chunk, (unsigned long long)start, (unsigned long long)step,
                  oc_iterations(start, end, step), size);
    oc_common_enter(reductions, memory);
    return !first || oc_loop_next(first, last);
}
