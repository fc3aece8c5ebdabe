/* Messages over MPI, with the calls of the paper's library. Only an exchange and a barrier use
 * further calls. */
#include <mpi.h>
#include <onchip/kernel.h>

#include "masters.h"

#ifndef LOOKS_UP
/* 1: looks up the receiver's name at each send, because the transport over the kernel looks up each
 * name only once. */
#define LOOKS_UP 0
#endif

#if LOOKS_UP
static char (*names)[KNAME_SIZE]; /* the names of all ranks, as the transport gives them */

static void know_names(int ranks) {
    names = memory((size_t)ranks * sizeof *names);
    for (int i = 0; i < ranks; i++)
        snprintf(names[i], sizeof names[i], "mpi-%d", i);
}

static void look_up(int rank) {
    struct kname found;
    if (name_lookup(names[rank], &found)) {
        fprintf(stderr, "the kernel does not know %s\n", names[rank]);
        give_up();
    }
}
#else
static void know_names(int ranks) {
    (void)ranks;
}

static void look_up(int rank) {
    (void)rank;
}
#endif

void join(int *rank, int *ranks) {
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, ranks);
    know_names(*ranks);
}

void leave(void) {
    MPI_Finalize();
}

void send_to(const void *data, size_t bytes, int to) {
    look_up(to);
    MPI_Send(data, (int)bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

void receive_from(void *data, size_t bytes, int from) {
    MPI_Recv(data, (int)bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void exchange(const void *out, int to, void *in, int from, size_t bytes) {
    look_up(to);
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
