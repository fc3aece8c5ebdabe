/* Measures the cycles from the last entry into MPI_Barrier to the last return. Prints "barrier_N
   CYCLES". */
#include "cycles.h"

int main(int argc, char **argv) {
    uint32_t entry = 0, end = 0;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == size - 1)
            let_others_wait();
        entry = cycles();
        MPI_Barrier(MPI_COMM_WORLD);
        end = cycles();
    }
    uint32_t mine[2] = {entry, end}, last[2];
    MPI_Reduce(mine, last, 2, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("barrier_%d %u\n", size, (unsigned)(last[1] - last[0]));
    MPI_Finalize();
    return 0;
}
