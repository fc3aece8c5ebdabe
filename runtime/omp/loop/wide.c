#include "omp/loop/wide.h"

#include "omp/team/thread.h"

/* The step of a downward loop is negative, in two's complement. */
static oc_wide iterations(bool is_up, oc_wide start, oc_wide end, oc_wide step) {
    if (is_up ? start >= end : start <= end)
        return 0;
    oc_wide distance = is_up ? end - start : start - end, width = is_up ? step : -step;
    return width == 1 ? distance : (distance - 1) / width + 1;
}

void oc_wide_enter(oc_enter *enter, oc_next_chunk *next_chunk, bool is_up, oc_wide start,
                   oc_wide end, oc_wide step, unsigned long chunk) {
    step = oc_wide_step(is_up, step);
    oc_wide total = iterations(is_up, start, end, step);
    unsigned grain = 0;
    while (total >> grain >= (unsigned long)-1)
        grain++;
    if (grain && chunk)
        chunk = ((chunk - 1) >> grain) + 1;
    enter(next_chunk, start, step, total ? (unsigned long)((total - 1) >> grain) + 1 : 0, chunk);
    struct oc_loop *loop = &oc_thread.loop;
    loop->total = total;
    loop->grain = grain;
}

static bool next(oc_wide *first, oc_wide *end) {
    struct oc_loop *loop = &oc_thread.loop;
    unsigned long from, to;
    if (!loop->next_chunk(loop, &from, &to))
        return false;
    oc_wide stop = (oc_wide)to << loop->grain;
    *first = loop->start + ((oc_wide)from << loop->grain) * loop->step;
    *end = loop->start + (stop < loop->total ? stop : loop->total) * loop->step;
    /* If the chunk consists of units of several iterations, the library cannot count ordered
     * regions. The chunk's ordered turn then ends with the chunk. */
    if (loop->is_ordered && loop->grain)
        loop->order.left = 0;
    return true;
}

bool oc_wide_next(oc_wide *first, oc_wide *end) {
    return next(first, end);
}

#define NEXT(kind) OC_SAME(GOMP_loop_ull_##kind##_next, next)
NEXT(static)
NEXT(dynamic)
NEXT(guided)
NEXT(runtime)
NEXT(nonmonotonic_dynamic)
NEXT(nonmonotonic_guided)
NEXT(nonmonotonic_runtime)
NEXT(maybe_nonmonotonic_runtime)
NEXT(ordered_static)
NEXT(ordered_dynamic)
NEXT(ordered_guided)
NEXT(ordered_runtime)
