/* Rank 0 sends two messages that nobody receives, and one that is received. */
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value[3] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(value, 3, MPI_INT, 1, 17, MPI_COMM_WORLD); /* found */
        MPI_Send(value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(value, 2, MPI_INT, 1, 1, MPI_COMM_WORLD); /* found */
    } else if (rank == 1) {
        MPI_Recv(value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
