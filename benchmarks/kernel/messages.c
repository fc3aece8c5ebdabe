/* Measures messages from rank 0 to rank 1, in cycles, from the call of MPI_Send to the return of
 * MPI_Recv, which rank 1 calls before rank 0 sends. Prints "BYTES CYCLES" lines. */
#include "../mpi/cycles.h"

static char data[65536];

static void one_way(int rank, int bytes) {
    uint32_t sent = 0, received = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == 0) {
            let_others_wait();
            sent = cycles();
            MPI_Send(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            received = cycles();
        }
    }
    if (rank == 0) {
        MPI_Recv(&received, 1, MPI_UNSIGNED, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d %u\n", bytes, (unsigned)(received - sent));
    } else {
        MPI_Send(&received, 1, MPI_UNSIGNED, 0, 1, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    one_way(rank, 4);
    one_way(rank, 1024);
    one_way(rank, 65536);
    MPI_Finalize();
    return 0;
}
