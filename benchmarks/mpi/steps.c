/* Executes a path of the library as often as its second argument says. If one run executes the path
 * once more than another, the difference of the two is the cost of the path in cycles. Rank 1 is
 * always ready before rank 0 begins the path. */
#include <stdlib.h>
#include <string.h>

#include "cycles.h"

#define LONGEST 256

static int data[LONGEST];

static void message(int rank, int words) {
    if (rank == 0) {
        let_others_wait();
        MPI_Send(data, words, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(data, words, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void nonblocking(int rank) {
    MPI_Request request;
    if (rank == 0) {
        let_others_wait();
        MPI_Isend(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    } else {
        MPI_Irecv(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void barrier(int rank) {
    if (rank == 0)
        let_others_wait();
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = atoi(argv[2]); round; round--) {
        if (!strcmp(argv[1], "word"))
            message(rank, 1);
        else if (!strcmp(argv[1], "long"))
            message(rank, LONGEST);
        else if (!strcmp(argv[1], "nonblocking"))
            nonblocking(rank);
        else
            barrier(rank);
    }
    MPI_Finalize();
    return 0;
}
