/* The end of each program in this folder: rank 0 has compared the result with a serial
 * computation. */
#ifndef SERIAL_H
#define SERIAL_H

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints the result of rank 0 and ends MPI; returns the exit code of the program. */
static inline int end(const char *name, int is_right) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("%s %s\n", is_right ? "ok" : "FAILED", name);
    MPI_Bcast(&is_right, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return !is_right;
}

#endif
