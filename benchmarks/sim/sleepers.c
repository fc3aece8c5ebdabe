/* Rank 0 is busy for the number of repetitions in the argument, while all others wait for a
 * message. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel.h"

int main(int argc, char **argv) {
    int rank, size, result = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0) {
        MPI_Recv(&result, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        puts("ready");
        fflush(stdout);
        result = (int)kernel((unsigned)strtoul(argv[1], NULL, 10));
        for (int other = 1; other < size; other++)
            MPI_Send(&result, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
