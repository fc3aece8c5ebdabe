/* Messages between neighbours (the paper's section VIII.A), ranks 0 and 1. The paper's ping-pong
 * consists of "pairs of ocMPI_SendRecv()", interpreted here as a send and a receive on each
 * side. */
#include "../../benchmarks/mpi/cycles.h"

#define LONGEST 256

static int data[LONGEST];

/* Measures the time from entry into MPI_Send to return from MPI_Recv, which the receiver has called
 * before. */
static uint32_t one_way(int rank, int words) {
    uint32_t times[2] = {0}, last[2];
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == 0) {
            let_others_wait();
            times[0] = cycles();
            MPI_Send(data, words, MPI_INT, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(data, words, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            times[1] = cycles();
        }
    }
    MPI_Reduce(times, last, 2, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    return last[1] - last[0];
}

/* Measures a round trip. */
static uint32_t ping_pong(int rank, int words) {
    uint32_t start = 0, end = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == 0)
            let_others_wait();
        start = cycles();
        if (rank == 0)
            MPI_Send(data, words, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(data, words, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        end = cycles();
        if (rank == 1)
            MPI_Send(data, words, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    return end - start;
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int words = 1; words <= LONGEST; words *= 4) {
        uint32_t there = one_way(rank, words), back = ping_pong(rank, words);
        if (rank == 0)
            printf("one_way_%d %u\nping_pong_%d %u\n", words, (unsigned)there, words,
                   (unsigned)back);
    }
    MPI_Finalize();
    return 0;
}
