/* Messages of every kind. Each rank prints a line for each message that it sends: sender, receiver
 * (ranks of the world), tag, bytes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size;

static void tell(int receiver, int tag, int bytes) {
    printf("%d %d %d %d\n", rank, receiver, tag, bytes);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    static char buffer[4096], other[4096];

    /* Short messages, which take the fast path, and long ones. */
    for (int bytes = 1; bytes <= 4096; bytes *= 8) {
        if (rank % 2 == 0) {
            tell(right, bytes, bytes);
            MPI_Send(buffer, bytes, MPI_CHAR, right, bytes, MPI_COMM_WORLD);
            MPI_Recv(other, 4096, MPI_CHAR, left, bytes, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(other, 4096, MPI_CHAR, MPI_ANY_SOURCE, bytes, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            tell(right, bytes, bytes);
            MPI_Ssend(buffer, bytes, MPI_CHAR, right, bytes, MPI_COMM_WORLD);
        }
    }

    /* Nonblocking messages to all ranks, completed in three ways. */
    MPI_Request *requests = malloc(2 * (size_t)size * sizeof *requests);
    for (int way = 0; way < 3; way++) {
        for (int peer = 0; peer < size; peer++) {
            int bytes = 4 * (peer + rank);
            MPI_Irecv(other + 64 * peer, 64, MPI_CHAR, peer, way, MPI_COMM_WORLD, requests + peer);
            tell(peer, way, bytes);
            MPI_Isend(buffer, bytes, MPI_CHAR, peer, way, MPI_COMM_WORLD, requests + size + peer);
        }
        for (int left_over = 2 * size, done = 0; left_over > 0; left_over -= done) {
            int index, is_one;
            done = 1;
            if (way == 0) {
                MPI_Waitall(2 * size, requests, MPI_STATUSES_IGNORE);
                done = 2 * size;
            } else if (way == 1) {
                MPI_Waitany(2 * size, requests, &index, MPI_STATUS_IGNORE);
            } else {
                MPI_Testany(2 * size, requests, &index, &is_one, MPI_STATUS_IGNORE);
                done = is_one;
            }
        }
    }

    /* Persistent messages, twice. */
    MPI_Recv_init(other, 64, MPI_CHAR, left, 50, MPI_COMM_WORLD, requests);
    MPI_Send_init(buffer, 40, MPI_CHAR, right, 50, MPI_COMM_WORLD, requests + 1);
    for (int i = 0; i < 2; i++) {
        tell(right, 50, 40);
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(requests);
    MPI_Request_free(requests + 1);

    /* The communicators for these messages have ranks in another order: `backwards` goes
     * backwards with a stride, and `mixed` has no particular order. */
    MPI_Comm backwards, mixed;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &backwards);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank * 5 % 7, &mixed);
    MPI_Comm comms[] = {backwards, mixed};
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = 0; i < 2; i++) {
        MPI_Group group;
        int own, members, next, next_world;
        MPI_Comm_group(comms[i], &group);
        MPI_Comm_rank(comms[i], &own);
        MPI_Comm_size(comms[i], &members);
        next = (own + 1) % members;
        MPI_Group_translate_ranks(group, 1, &next, world, &next_world);
        tell(next_world, 60 + i, 24);
        MPI_Sendrecv(buffer, 24, MPI_CHAR, next, 60 + i, other, 24, MPI_CHAR, MPI_ANY_SOURCE,
                     60 + i, comms[i], MPI_STATUS_IGNORE);
        MPI_Group_free(&group);
    }
    MPI_Group_free(&world);

    /* A collective operation sends messages of its own, which are not the program's. */
    int sum;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, mixed);
    MPI_Comm_free(&backwards);
    MPI_Comm_free(&mixed);
    free(requests);
    MPI_Finalize();
    return 0;
}
