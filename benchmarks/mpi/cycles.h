/* What the benchmarks of MPI share. */
#ifndef MPI_CYCLES_H
#define MPI_CYCLES_H

#include <mpi.h>
#include <stdio.h>

#include "../cycles.h"

#define WARM_UP 4 /* rounds before the one that counts: buffers, code paths, the other's pace */

/* Long enough for a receiver to have gone to sleep. */
static inline void let_others_wait(void) {
    uint32_t start = cycles();
    while (cycles() - start < 3000)
        ;
}

#endif
