/* The common part of the programs for the table of features. Each program prints a line for every
 * feature that it uses, `name: result`. The result must not depend on the number of threads: the
 * program without -fopenmp gives the right value. */
#ifndef FEATURE_H
#define FEATURE_H

#include <stdio.h>

#ifdef _OPENMP
#include <omp.h>
#else
/* A program without OpenMP has one thread. */
static inline int omp_get_thread_num(void) {
    return 0;
}
static inline int omp_get_num_threads(void) {
    return 1;
}
#endif

/* Prints a feature's result. docs/openmp-features.md lists the feature by this name. */
#define SHOW(name, ...) (printf("%s: ", name), printf(__VA_ARGS__), putchar('\n'))

/* Loops over this thread's part of 0 … count − 1, without a worksharing construct. */
#define SHARED_OUT(i, count)                                                                       \
    for (int i = omp_get_thread_num(); i < (count); i += omp_get_num_threads())

/* Counts the numbers that are 1 and resets all to 0. */
static inline int ones(int *numbers, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        found += numbers[i] == 1;
        numbers[i] = 0;
    }
    return found;
}

#endif
