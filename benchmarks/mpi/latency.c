/* Measures MPI calls, in cycles, between ranks 0 and 1, which are neighbours. Prints "NAME CYCLES"
 * lines. Every other rank only waits in MPI_Finalize. */
#include "cycles.h"

#define LONGEST 256

static int data[LONGEST];

/* Measures the time from entry into MPI_Send to return from MPI_Recv, which the receiver has called
 * before. */
static void one_way(int rank, const char *name, int words) {
    uint32_t sent = 0, received = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == 0) {
            let_others_wait();
            sent = cycles();
            MPI_Send(data, words, MPI_INT, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(data, words, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            received = cycles();
        }
    }
    if (rank == 0) {
        MPI_Recv(&received, 1, MPI_UNSIGNED, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%s %u\n", name, (unsigned)(received - sent));
    } else {
        MPI_Send(&received, 1, MPI_UNSIGNED, 0, 1, MPI_COMM_WORLD);
    }
}

/* Measures a round trip of one word, at rank 0. */
static void ping_pong(int rank) {
    uint32_t start = 0, end = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == 0) {
            let_others_wait();
            start = cycles();
            MPI_Send(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            end = cycles();
        } else {
            MPI_Recv(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
    }
    if (rank == 0)
        printf("pingpong_1word %u\n", (unsigned)(end - start));
}

static void own_rank(void) {
    int rank;
    uint32_t start = 0, end = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        start = cycles();
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        end = cycles();
    }
    printf("comm_rank %u\n", (unsigned)(end - start));
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2) {
        one_way(rank, "send_1word_oneway", 1);
        one_way(rank, "send_256words_oneway", LONGEST);
        ping_pong(rank);
    }
    if (rank == 0)
        own_rank();
    MPI_Finalize();
    return 0;
}
