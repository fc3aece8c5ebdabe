/* The time, for programs that also run on the host. */
#ifndef SECONDS_H
#define SECONDS_H

#include <omp.h>

/* The clock rate in Hz of sarc4, and of the other chips with the reference costs. */
#define CYCLES_A_SECOND 500e6

static inline double seconds(void) {
    return omp_get_wtime();
}

#endif
