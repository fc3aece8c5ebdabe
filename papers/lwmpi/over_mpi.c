/* Messages over MPI, with the calls of the paper's library; only an exchange and a barrier use
 * further ones. */
#include <mpi.h>

#include "masters.h"

void join(int *rank, int *ranks) {
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, ranks);
}

void leave(void) {
    MPI_Finalize();
}

void send_to(const void *data, size_t bytes, int to) {
    MPI_Send(data, (int)bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

void receive_from(void *data, size_t bytes, int from) {
    MPI_Recv(data, (int)bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void exchange(const void *out, int to, void *in, int from, size_t bytes) {
    MPI_Sendrecv(out, (int)bytes, MPI_BYTE, to, 0, in, (int)bytes, MPI_BYTE, from, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void meet(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

double ticks(void) {
    return MPI_Wtime() / MPI_Wtick();
}

void give_up(void) {
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}
