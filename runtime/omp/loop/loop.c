#include "omp/loop/loop.h"
#include "link/variant.h"

#include "omp/loop/common.h"
#include "omp/loop/entries.h"
#include "omp/region/barrier.h"
#include "omp/team/team.h"

/* oc_common_leave() is weak, so that a program whose loops have no shared memory or reductions
 * (common.h) does not link the code that frees these. */
extern __typeof__(oc_common_leave) oc_common_leave OC_OPTIONAL;

unsigned long oc_iterations(long start, long end, long step) {
    if (step > 0 ? start >= end : start <= end)
        return 0;
    unsigned long distance = step > 0 ? (unsigned long)end - (unsigned long)start
                                      : (unsigned long)start - (unsigned long)end;
    unsigned long width = step > 0 ? (unsigned long)step : -(unsigned long)step;
    return width == 1 ? distance : (distance - 1) / width + 1;
}

/* Gives a team of one all iterations at once. */
static bool next_chunk_of_all(struct oc_loop *loop, unsigned long *first, unsigned long *end) {
    *first = loop->trip;
    *end = loop->trip = loop->count;
    return *first < *end;
}

/* A thread may start a region of one thread inside a loop. When it enters another loop in that
 * region, this function saves the state of the outer loop; oc_parallel_alone() restores it. */
static __attribute__((noinline)) void keep(struct oc_team *team, const struct oc_loop *loop) {
    *team->loop = *loop;
    team->loop = NULL;
}

void oc_loop_enter(oc_next_chunk *next_chunk, unsigned long long start, unsigned long long step,
                   unsigned long count, unsigned long chunk) {
    struct oc_thread *self = &oc_thread;
    struct oc_loop *loop = &self->loop;
    bool is_alone = self->size == 1;
    if (is_alone && loop->next_chunk && self->team->loop)
        keep(self->team, loop);
    loop->next_chunk = is_alone ? next_chunk_of_all : next_chunk;
    loop->share = is_alone ? NULL : oc_share_enter(self);
    loop->start = start;
    loop->step = step;
    loop->count = count;
    loop->chunk = chunk;
    loop->trip = 0;
    loop->first = loop->end = 0;
    loop->common = NULL;
    loop->is_ordered = false;
}

bool oc_loop_next(long *first, long *end) {
    struct oc_loop *loop = &oc_thread.loop;
    unsigned long from, to;
    if (!loop->next_chunk(loop, &from, &to))
        return false;
    unsigned long start = (unsigned long)loop->start, step = (unsigned long)loop->step;
    *first = (long)(start + from * step);
    *end = (long)(start + to * step);
    return true;
}

void oc_loop_leave(void) {
    struct oc_thread *self = &oc_thread;
    if (self->loop.common)
        oc_common_leave(self);
    else if (self->loop.share)
        oc_share_leave(self->loop.share, self->size);
    self->loop.next_chunk = NULL;
}

void GOMP_loop_end_nowait(void) {
    oc_loop_leave();
}

void GOMP_loop_end(void) {
    oc_loop_leave();
    GOMP_barrier();
}

#define NEXT(name) OC_SAME(name, oc_loop_next)
NEXT(GOMP_loop_static_next)
NEXT(GOMP_loop_dynamic_next)
NEXT(GOMP_loop_guided_next)
NEXT(GOMP_loop_runtime_next)
NEXT(GOMP_loop_nonmonotonic_dynamic_next)
NEXT(GOMP_loop_nonmonotonic_guided_next)
NEXT(GOMP_loop_nonmonotonic_runtime_next)
NEXT(GOMP_loop_maybe_nonmonotonic_runtime_next)
NEXT(GOMP_loop_ordered_static_next)
NEXT(GOMP_loop_ordered_dynamic_next)
NEXT(GOMP_loop_ordered_guided_next)
NEXT(GOMP_loop_ordered_runtime_next)
