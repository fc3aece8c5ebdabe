/* π as the integral of 4 / (1 + x²) from 0 to 1, by the midpoint rule; each rank adds every
 * size-th interval.
 * Arguments: intervals (100000). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long intervals = argc > 1 ? atol(argv[1]) : 100000;

    double width = 1.0 / (double)intervals, sum = 0, pi;
    for (long i = rank; i < intervals; i += size) {
        double x = ((double)i + 0.5) * width;
        sum += 4.0 / (1.0 + x * x);
    }
    sum *= width;
    MPI_Reduce(&sum, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);

    if (rank == 0)
        printf("pi is about %.12f (%ld intervals, %d ranks)\n", pi, intervals, size);
    MPI_Finalize();
    return 0;
}
