/* A token goes round all ranks, and each adds its rank to it.
 * Arguments: rounds (3). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, size;
    long token = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rounds = argc > 1 ? atoi(argv[1]) : 3;
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;

    for (int round = 1; round <= rounds; round++) {
        if (rank != 0)
            MPI_Recv(&token, 1, MPI_LONG, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        token += rank;
        MPI_Send(&token, 1, MPI_LONG, next, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            MPI_Recv(&token, 1, MPI_LONG, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            printf("round %d: the token is %ld\n", round, token);
        }
    }
    MPI_Finalize();
    return 0;
}
