/* Programs in the style of the NAS parallel benchmarks: their arrays are variables that all threads
 * share. Each prints a result that depends on all of its work, and, with an argument, the cycles of
 * its parallel part. */
#ifndef SHARED_H
#define SHARED_H

#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static double shared_start;

static inline void begin(void) {
    shared_start = omp_get_wtime();
}

static inline void end(int argc) {
    double seconds = omp_get_wtime() - shared_start;
    if (argc > 1)
        printf("%.0f cycles\n", seconds * 500e6);
}

#endif
