/* The last rank sends messages to rank 0, and then one to each other rank. Until then, the other
 * ranks wait in a receive or, with "idle", do nothing. Prints the time that the messages to rank 0
 * take. Chip only. */
#include <stdio.h>

#include "../../../benchmarks/mpi/cycles.h"

#define MESSAGES 16
#define WORDS 256
#define IDLE 1500000

static int data[WORDS];

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    uint32_t start = cycles();
    if (argc > 1 && rank && rank < size - 1)
        while (cycles() - start < IDLE)
            ;
    if (rank == size - 1) {
        /* By then, the waiting ranks' pauses between polls have grown to their longest. */
        while (cycles() - start < 100000)
            ;
        start = cycles();
        for (int i = 0; i < MESSAGES; i++)
            MPI_Send(data, WORDS, MPI_INT, 0, 0, MPI_COMM_WORLD);
        uint32_t taken = cycles() - start;
        for (int to = 1; to < rank; to++)
            MPI_Send(data, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
        printf("%u\n", (unsigned)taken);
    } else {
        for (int i = 0; i < (rank ? 1 : MESSAGES); i++)
            MPI_Recv(data, rank ? 1 : WORDS, MPI_INT, size - 1, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
