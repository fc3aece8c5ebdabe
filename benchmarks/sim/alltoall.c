/* Every rank sends 16 words to every other rank, forever. */
#include <mpi.h>
#include <stdio.h>

#define WORDS 16
#define MOST 64

int main(int argc, char **argv) {
    static int outgoing[MOST * WORDS], incoming[MOST * WORDS];
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        puts("ready");
        fflush(stdout);
    }
    for (;;)
        MPI_Alltoall(outgoing, WORDS, MPI_INT, incoming, WORDS, MPI_INT, MPI_COMM_WORLD);
}
