/* Rank 1 forgets MPI_Finalize, and so does rank 0, which otherwise would wait for rank 1. */
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
