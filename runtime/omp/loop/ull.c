/* Loops whose variable does not fit into a long. */
#include "hal/hal.h"
#include "omp/loop/entries.h"
#include "omp/team/message.h"
#include "omp/team/thread.h"

typedef unsigned long long wide;

/* A step down is a negative one, as two's complement has it. */
static unsigned long iterations(bool is_up, wide start, wide end, wide step) {
    if (is_up ? start >= end : start <= end)
        return 0;
    wide distance = is_up ? end - start : start - end, width = is_up ? step : -step;
    wide count = width == 1 ? distance : (distance - 1) / width + 1;
    if (count > (unsigned long)-1) {
        oc_message("OpenMP", ": a loop has more iterations than can be counted");
        hal_abort(1);
    }
    return (unsigned long)count;
}

/* A chunk that is longer than the loop is as good as one as long. */
static unsigned long chunk_of(wide chunk) {
    return chunk < (unsigned long)-1 ? (unsigned long)chunk : (unsigned long)-1;
}

static bool next(wide *first, wide *end) {
    struct oc_loop *loop = &oc_thread.loop;
    unsigned long from, to;
    if (!oc_loop_next_iterations(loop, &from, &to))
        return false;
    *first = loop->start + from * loop->step;
    *end = loop->start + to * loop->step;
    return true;
}

static bool start_loop(oc_hand_out *hand_out, bool is_up, wide start, wide end, wide step,
                       unsigned long chunk, bool is_ordered, wide *first, wide *last) {
    oc_loop_enter(hand_out, start, step, iterations(is_up, start, end, step), chunk, is_ordered);
    return next(first, last);
}

#define START (bool is_up, wide start, wide end, wide step, wide chunk, wide *first, wide *last)
#define RUNTIME (bool is_up, wide start, wide end, wide step, wide *first, wide *last)
#define NEXT (wide * first, wide * end)

#define KIND(kind, hand_out, is_ordered)                                                           \
    bool GOMP_loop_ull_##kind##_start START;                                                       \
    bool GOMP_loop_ull_##kind##_start START {                                                      \
        return start_loop(hand_out, is_up, start, end, step, chunk_of(chunk), is_ordered, first,   \
                          last);                                                                   \
    }                                                                                              \
    OC_SAME(bool, GOMP_loop_ull_##kind##_next, NEXT, next)

#define KIND_AT_RUN_TIME(kind, is_ordered)                                                         \
    bool GOMP_loop_ull_##kind##_start RUNTIME;                                                     \
    bool GOMP_loop_ull_##kind##_start RUNTIME {                                                    \
        unsigned long chunk;                                                                       \
        oc_hand_out *hand_out = oc_runtime_schedule(&chunk);                                       \
        return start_loop(hand_out, is_up, start, end, step, chunk, is_ordered, first, last);      \
    }                                                                                              \
    OC_SAME(bool, GOMP_loop_ull_##kind##_next, NEXT, next)

KIND(static, oc_hand_out_static, false)
KIND(dynamic, oc_hand_out_dynamic, false)
KIND(guided, oc_hand_out_guided, false)
KIND(nonmonotonic_dynamic, oc_hand_out_dynamic, false)
KIND(nonmonotonic_guided, oc_hand_out_guided, false)
KIND(ordered_static, oc_hand_out_static, true)
KIND(ordered_dynamic, oc_hand_out_dynamic, true)
KIND(ordered_guided, oc_hand_out_guided, true)
KIND_AT_RUN_TIME(runtime, false)
KIND_AT_RUN_TIME(nonmonotonic_runtime, false)
KIND_AT_RUN_TIME(maybe_nonmonotonic_runtime, false)
KIND_AT_RUN_TIME(ordered_runtime, true)
