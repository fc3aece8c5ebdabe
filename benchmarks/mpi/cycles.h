/* Definitions that the MPI benchmarks share. */
#ifndef MPI_CYCLES_H
#define MPI_CYCLES_H

#include <mpi.h>
#include <stdio.h>

#include "../cycles.h"

/* Rounds before the measured one, after which buffers and code paths are set up. */
#define WARM_UP 4

/* Waits long enough for a receiver to have gone to sleep. */
static inline void let_others_wait(void) {
    uint32_t start = cycles();
    while (cycles() - start < 3000)
        ;
}

#endif
