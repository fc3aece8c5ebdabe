/* Requests that are never completed or freed: an MPI_Isend whose message arrives, a receive for
 * which nothing arrives, and two persistent requests; and one that is freed before it is complete.
 */
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 0, last = 0, never;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);     /* found: completed */
        MPI_Send_init(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request); /* found: freed */
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(&never, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request); /* found: completed */
    }
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* found: freed */
    if (rank == 0) {
        MPI_Recv(&last, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Isend(&last, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &request); /* found: completed */
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}
