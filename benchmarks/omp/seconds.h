/* Time measurement in programs that also run on Linux. */
#ifndef SECONDS_H
#define SECONDS_H

#include <omp.h>

/* Clock rate in Hz of sarc4, and of the other chips with the default costs (docs/chip-file.md). */
#define CYCLES_A_SECOND 500e6

static inline double seconds(void) {
    return omp_get_wtime();
}

#endif
