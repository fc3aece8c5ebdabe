/* Measures the cycles from the release of the cores to the last return from MPI_Init. Prints
   "init_N CYCLES". */
#include "cycles.h"

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    uint32_t now = cycles(), last;
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Reduce(&now, &last, 1, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("init_%d %u\n", size, (unsigned)last);
    MPI_Finalize();
    return 0;
}
