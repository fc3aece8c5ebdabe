/* Loops whose variable does not fit into a long. If such a loop has more iterations than a long can
 * count, threads get its iterations in units of 2, 4, 8, … iterations. */
#ifndef OMP_LOOP_WIDE_H
#define OMP_LOOP_WIDE_H

#include "omp/loop/entries.h"

typedef unsigned long long oc_wide;

/* Converts a chunk size to unsigned long. A larger size becomes the largest unsigned long; this
 * makes a difference only in loops that have more iterations than that. */
static inline unsigned long oc_wide_chunk(oc_wide chunk) {
    return chunk < (unsigned long)-1 ? (unsigned long)chunk : (unsigned long)-1;
}

/* GCC 12 does not sign-extend the step of a downward loop over a 32-bit type. */
static inline oc_wide oc_wide_step(bool is_up, oc_wide step) {
    return is_up || step > UINT32_MAX ? step : (oc_wide)(int32_t)step;
}

/* The type of functions by which threads enter a loop: oc_loop_enter(), oc_ordered_enter(). */
typedef void oc_enter(oc_next_chunk *next_chunk, unsigned long long start, unsigned long long step,
                      unsigned long count, unsigned long chunk);

void oc_wide_enter(oc_enter *enter, oc_next_chunk *next_chunk, bool is_up, oc_wide start,
                   oc_wide end, oc_wide step, unsigned long chunk);
bool oc_wide_next(oc_wide *first, oc_wide *end);

#define OC_WIDE_KIND(kind, enter, next_chunk)                                                      \
    bool GOMP_loop_ull_##kind##_start(bool is_up, oc_wide start, oc_wide end, oc_wide step,        \
                                      oc_wide chunk, oc_wide *first, oc_wide *last) {              \
        oc_wide_enter(enter, next_chunk, is_up, start, end, step, oc_wide_chunk(chunk));           \
        return oc_wide_next(first, last);                                                          \
    }

#endif
