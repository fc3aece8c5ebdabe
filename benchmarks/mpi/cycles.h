/* What the benchmarks of MPI share. The cycle counters of all cores agree. */
#ifndef CYCLES_H
#define CYCLES_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

#define WARM_UP 4 /* rounds before the one that counts: buffers, code paths, the other's pace */

/* Lower half of the cycle count: enough for differences. */
static inline uint32_t cycles(void) {
    uint32_t now;
    __asm__ volatile("rdcycle %0" : "=r"(now)::"memory");
    return now;
}

/* Long enough for a receiver to have gone to sleep. */
static inline void let_others_wait(void) {
    uint32_t start = cycles();
    while (cycles() - start < 3000)
        ;
}

#endif
