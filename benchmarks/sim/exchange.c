/* Every rank exchanges a word, and then a kilobyte, with both neighbours in a ring, forever. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    static char outgoing[1024], incoming[1024];
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        puts("ready");
        fflush(stdout);
    }
    for (;;) {
        MPI_Sendrecv(outgoing, 4, MPI_CHAR, right, 0, incoming, 4, MPI_CHAR, left, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(outgoing, sizeof outgoing, MPI_CHAR, left, 1, incoming, sizeof incoming,
                     MPI_CHAR, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}
