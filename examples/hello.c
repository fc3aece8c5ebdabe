/* Every rank says hello to rank 0, which prints what it hears in the order of ranks. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    int rank, size;
    char greeting[64];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    snprintf(greeting, sizeof greeting, "hello from rank %d of %d", rank, size);
    if (rank != 0) {
        MPI_Send(greeting, (int)strlen(greeting) + 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    } else {
        puts(greeting);
        for (int other = 1; other < size; other++) {
            MPI_Recv(greeting, sizeof greeting, MPI_CHAR, other, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            puts(greeting);
        }
    }
    MPI_Finalize();
    return 0;
}
