/* Measures the cycles per message of a stream from rank 0 to rank 1, with a window of 16
 * nonblocking operations on both sides. Prints "bandwidth_N CYCLES". */
#include <stdlib.h>

#include "cycles.h"

#define WINDOW 16
#define ROUNDS 4 /* measured windows */

/* All operations of a window use the same buffer, as only the transfer matters. */
static uint32_t stream(int rank, char *data, int bytes) {
    MPI_Request requests[WINDOW];
    uint32_t start = 0;
    for (int round = 0; round < 1 + ROUNDS; round++) {
        if (round == 1)
            start = cycles();
        for (int i = 0; i < WINDOW; i++)
            if (rank == 0)
                MPI_Isend(data, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[i]);
            else
                MPI_Irecv(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[i]);
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
    }
    return (cycles() - start) / (ROUNDS * WINDOW);
}

int main(int argc, char **argv) {
    int rank;
    char *data = malloc(65536);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    uint32_t small = stream(rank, data, 4096), large = stream(rank, data, 65536);
    if (rank == 1)
        printf("bandwidth_4kB %u\nbandwidth_64kB %u\n", (unsigned)small, (unsigned)large);
    MPI_Finalize();
    return 0;
}
