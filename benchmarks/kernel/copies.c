/* Sends messages of 64 kB from rank 0 to rank 1; the argument gives their number. Two runs with
 * different numbers tell how many words memories read and write per message. Prints "sent
 * MESSAGES". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static char data[65536];

int main(int argc, char **argv) {
    int rank, messages = argc > 1 ? atoi(argv[1]) : 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < messages; i++) {
        if (rank == 0)
            MPI_Send(data, sizeof data, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(data, sizeof data, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        printf("sent %d\n", messages);
    MPI_Finalize();
    return 0;
}
