/* Figures 7 and 8: messages of no byte, and of 1 byte to 16 kB, from rank 0 to another one, whose
 * receiver waits already: from entry into MPI_Send to return from MPI_Recv; and there and back.
 * Arguments: the other rank. */
#include <stdlib.h>

#include "../../benchmarks/mpi/cycles.h"

#define LONGEST 16384

static char data[LONGEST];
static int rank, other;

static uint32_t one_way(int bytes) {
    uint32_t times[2] = {0}, last[2];
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == 0) {
            let_others_wait();
            times[0] = cycles();
            MPI_Send(data, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
        } else if (rank == other) {
            MPI_Recv(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            times[1] = cycles();
        }
    }
    MPI_Reduce(times, last, 2, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    return last[1] - last[0];
}

static uint32_t ping_pong(int bytes) {
    uint32_t start = 0, end = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == 0) {
            let_others_wait();
            start = cycles();
            MPI_Send(data, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
            MPI_Recv(data, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            end = cycles();
        } else if (rank == other) {
            MPI_Recv(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
    }
    return end - start;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = argc > 1 ? atoi(argv[1]) : 1;
    for (int bytes = 0; bytes <= LONGEST; bytes = bytes ? 4 * bytes : 1) {
        uint32_t there = one_way(bytes), back = ping_pong(bytes);
        if (rank == 0)
            printf("one_way_%d %u\nping_pong_%d %u\n", bytes, (unsigned)there, bytes,
                   (unsigned)back);
    }
    MPI_Finalize();
    return 0;
}
