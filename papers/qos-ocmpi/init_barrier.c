/* Figure 7. From the release of the cores to the last return from MPI_Init; from the last entry
 * into MPI_Barrier to the last return. */
#include "../../benchmarks/mpi/cycles.h"

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    uint32_t times[3] = {cycles()}, last[3]; /* Init's end, the barrier's beginning and end */
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == size - 1)
            let_others_wait();
        times[1] = cycles();
        MPI_Barrier(MPI_COMM_WORLD);
        times[2] = cycles();
    }
    MPI_Reduce(times, last, 3, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("init %u\nbarrier %u\n", (unsigned)last[0], (unsigned)(last[2] - last[1]));
    MPI_Finalize();
    return 0;
}
