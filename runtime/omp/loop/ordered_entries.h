/* Entry points of ordered loops. */
#ifndef OMP_LOOP_ORDERED_ENTRIES_H
#define OMP_LOOP_ORDERED_ENTRIES_H

#include "omp/loop/entries.h"
#include "omp/loop/ordered.h"

static inline bool oc_ordered_start(oc_next_chunk *next_chunk, long start, long end, long step,
                                    unsigned long chunk, long *first, long *last) {
    oc_ordered_enter(next_chunk, (unsigned long long)start, (unsigned long long)step,
                     oc_iterations(start, end, step), chunk);
    return oc_loop_next(first, last);
}

#define OC_ORDERED(name)                                                                           \
    bool GOMP_loop_ordered_##name##_start(long start, long end, long step, long chunk,             \
                                          long *first, long *last) {                               \
        return oc_ordered_start(oc_next_chunk_ordered_##name, start, end, step,                    \
                                (unsigned long)chunk, first, last);                                \
    }

#endif
