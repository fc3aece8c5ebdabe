/* The common part of the MPI benchmarks. */
#ifndef MPI_CYCLES_H
#define MPI_CYCLES_H

#include <mpi.h>
#include <stdio.h>

#include "../cycles.h"

/* Rounds before the measured one. They prepare buffers and code paths, and bring both sides into
 * the same phase. */
#define WARM_UP 4

/* Computes for 3,000 cycles, long enough for a receiver to fall asleep. */
static inline void let_others_wait(void) {
    uint32_t start = cycles();
    while (cycles() - start < 3000)
        ;
}

#endif
