/* Messages of 16 and 32 kB from rank 0 to rank 1, which is already waiting. Prints the cycles from
 * the call of MPI_Send to the return of MPI_Recv. */
#include "../../../benchmarks/mpi/cycles.h"

#define LONGEST 8192

static int data[LONGEST] __attribute__((aligned(64)));

static void measure(int rank, int words) {
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
    if (rank == 0)
        printf("%u\n", (unsigned)(last[1] - last[0]));
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    measure(rank, LONGEST / 2);
    measure(rank, LONGEST);
    MPI_Finalize();
    return 0;
}
