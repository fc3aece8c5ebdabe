/* Entry points of loops. The compiler calls some functions of this library by several names. */
#ifndef OMP_LOOP_ENTRIES_H
#define OMP_LOOP_ENTRIES_H

#include "omp/loop/loop.h"
#include "omp/region/parallel.h"

#define OC_SAME(name, as) extern __typeof__(as) name __attribute__((alias(#as)));

void GOMP_loop_end(void);
void GOMP_loop_end_nowait(void);

/* Starts a loop whose variable is a long. */
static inline bool oc_loop_start(oc_next_chunk *next_chunk, long start, long end, long step,
                                 unsigned long chunk, long *first, long *last) {
    oc_loop_enter(next_chunk, (unsigned long long)start, (unsigned long long)step,
                  oc_iterations(start, end, step), chunk);
    return oc_loop_next(first, last);
}

void oc_parallel_loop(oc_next_chunk *next_chunk, oc_region *function, void *data, unsigned threads,
                      long start, long end, long step, unsigned long chunk);

/* Defines the entry points of a schedule that hands out chunks at run time, in any order. */
#define OC_SCHEDULE(name)                                                                          \
    static bool start_loop(long start, long end, long step, long chunk, long *first, long *last) { \
        return oc_loop_start(oc_next_chunk_##name, start, end, step, (unsigned long)chunk, first,  \
                             last);                                                                \
    }                                                                                              \
    OC_SAME(GOMP_loop_##name##_start, start_loop)                                                  \
    OC_SAME(GOMP_loop_nonmonotonic_##name##_start, start_loop)                                     \
                                                                                                   \
    static void start_region(oc_region *function, void *data, unsigned threads, long start,        \
                             long end, long step, long chunk, unsigned flags) {                    \
        (void)flags;                                                                               \
        oc_parallel_loop(oc_next_chunk_##name, function, data, threads, start, end, step,          \
                         (unsigned long)chunk);                                                    \
    }                                                                                              \
    OC_SAME(GOMP_parallel_loop_##name, start_region)                                               \
    OC_SAME(GOMP_parallel_loop_nonmonotonic_##name, start_region)

#endif
