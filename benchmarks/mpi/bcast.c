/* Measures the cycles of an MPI_Bcast of 64 kB, from the root's entry to the last return. Prints
 * "bcast_64kB_N CYCLES". */
#include "cycles.h"

#define BYTES 65536

static char data[BYTES];

int main(int argc, char **argv) {
    uint32_t entry = 0, end = 0, last;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 2; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            let_others_wait();
        entry = cycles();
        MPI_Bcast(data, BYTES, MPI_BYTE, 0, MPI_COMM_WORLD);
        end = cycles();
    }
    MPI_Reduce(&end, &last, 1, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("bcast_64kB_%d %u\n", size, (unsigned)(last - entry));
    MPI_Finalize();
    return 0;
}
