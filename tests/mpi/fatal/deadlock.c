/* Every rank waits for ever: the argument says in which call. */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
    static int data[1000];
    int rank, size;
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!strcmp(what, "recv"))
        MPI_Recv(data, 2, MPI_INT, (rank + 1) % size, 17, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(what, "send"))
        MPI_Send(data, 1000, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD);
    if (!strcmp(what, "any"))
        MPI_Recv(data, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(what, "barrier") && rank > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(what, "counters")) { /* a barrier after the first one goes by hardware */
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank > 0)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    if (!strcmp(what, "nonblocking") && rank > 0) {
        MPI_Request request;
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (!strcmp(what, "flood") && rank == 3)
        return 0; /* and its inbox is filled */
    if (!strcmp(what, "flood"))
        for (int i = 0; i < 500; i++)
            MPI_Send(data, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
