/* Entry points of loops. The compiler uses several names for functions that are one here. */
#ifndef OMP_LOOP_ENTRIES_H
#define OMP_LOOP_ENTRIES_H

#include "omp/loop/loop.h"
#include "omp/region/parallel.h"

#define OC_SAME(type, name, arguments, as)                                                         \
    type name arguments;                                                                           \
    type name arguments __attribute__((alias(#as)));

void GOMP_loop_end(void);
void GOMP_loop_end_nowait(void);

/* Starts a loop whose variable is a long. */
static inline bool oc_loop_start(oc_next_chunk *next_chunk, long start, long end, long step,
                                 unsigned long chunk, long *first, long *last) {
    oc_loop_enter(next_chunk, (unsigned long long)start, (unsigned long long)step,
                  oc_iterations(start, end, step), chunk);
    return oc_loop_next(first, last);
}

#define OC_LOOP_START (long start, long end, long step, long chunk, long *first, long *last)
#define OC_RUNTIME_START (long start, long end, long step, long *first, long *last)
#define OC_ANY_START                                                                               \
    (long start, long end, long step, long schedule, long chunk, long *first, long *last,          \
     uintptr_t *reductions, void **memory)

#define OC_PARALLEL_LOOP                                                                           \
    (oc_region * function, void *data, unsigned threads, long start, long end, long step,          \
     long chunk, unsigned flags)
#define OC_PARALLEL_RUNTIME                                                                        \
    (oc_region * function, void *data, unsigned threads, long start, long end, long step,          \
     unsigned flags)

void oc_parallel_loop(oc_next_chunk *next_chunk, oc_region *function, void *data, unsigned threads,
                      long start, long end, long step, unsigned long chunk);

/* Defines the entry points of a schedule that hands out chunks at run time, in any order. */
#define OC_SCHEDULE(name)                                                                          \
    static bool start_loop OC_LOOP_START {                                                         \
        return oc_loop_start(oc_next_chunk_##name, start, end, step, (unsigned long)chunk, first,  \
                             last);                                                                \
    }                                                                                              \
    OC_SAME(bool, GOMP_loop_##name##_start, OC_LOOP_START, start_loop)                             \
    OC_SAME(bool, GOMP_loop_nonmonotonic_##name##_start, OC_LOOP_START, start_loop)                \
                                                                                                   \
    static void start_region OC_PARALLEL_LOOP {                                                    \
        (void)flags;                                                                               \
        oc_parallel_loop(oc_next_chunk_##name, function, data, threads, start, end, step,          \
                         (unsigned long)chunk);                                                    \
    }                                                                                              \
    OC_SAME(void, GOMP_parallel_loop_##name, OC_PARALLEL_LOOP, start_region)                       \
    OC_SAME(void, GOMP_parallel_loop_nonmonotonic_##name, OC_PARALLEL_LOOP, start_region)

#endif
