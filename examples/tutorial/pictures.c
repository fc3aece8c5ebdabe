/* All ranks send a picture to rank 0 at the same time; the last rank's has the tag TAG. */
#include <mpi.h>
#include <onchip_mpi.h>
#include <stdio.h>

#ifndef TAG
#define TAG 1
#endif

#define RANKS 16
#define BYTES 8192

int main(int argc, char **argv) {
    static char pictures[RANKS][BYTES];
    MPI_Request requests[RANKS];
    int rank, last;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &last);
    last--;
    for (int i = 0; rank == 0 && i < last; i++)
        MPI_Irecv(pictures[i], BYTES, MPI_CHAR, i + 1, 1, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);

    double before = MPI_Wtime();
    if (rank == 0)
        MPI_Waitall(last, requests, MPI_STATUSES_IGNORE);
    else
        MPI_Send(pictures[rank], BYTES, MPI_CHAR, 0, rank == last ? TAG : 1, MPI_COMM_WORLD);
    double after = MPI_Wtime();

    if (rank == 0 || rank == last)
        printf("rank %d is done after %.1f us\n", rank, (after - before) * 1e6);
    MPI_Finalize();
    return 0;
}
