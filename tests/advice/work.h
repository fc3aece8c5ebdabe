/* Work whose duration the program measures itself. */
#ifndef WORK_H
#define WORK_H

#include <mpi.h>
#include <stdio.h>

static inline double work(int rounds) {
    double begin = MPI_Wtime();
    for (volatile int i = 0; i < rounds; i++)
        ;
    return MPI_Wtime() - begin;
}

/* Prints the duration in cycles. */
static inline void print_work(double seconds) {
    printf("%.0f\n", seconds / MPI_Wtick());
}

#endif
