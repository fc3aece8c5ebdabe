/* Accesses to buffers of messages that are under way; the comments are as in memory.c, and `begun`
 * is the line of the message. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define hide(pointer) __asm__ volatile("" : "+r"(pointer)::"memory")
#define PLANTED __attribute__((noinline)) static void

#define WORLD MPI_COMM_WORLD
#define NONE MPI_STATUS_IGNORE
#define LONG 4000

static int rank;
static volatile int sink;
static char room[LONG];

/* Rank 0 sends, and rank 1 receives. */
static void send(int bytes) {
    if (rank == 0)
        MPI_Send(room, bytes, MPI_BYTE, 1, 0, WORLD);
}

PLANTED read_too_early(void) {
    send(8);
    if (rank == 1) {
        MPI_Request request;
        MPI_Irecv(room, 8, MPI_BYTE, 0, 0, WORLD, &request); /* read_too_early: begun */
        sink = room[3];                                      /* read_too_early: access */
        MPI_Wait(&request, NONE);
        sink = room[3];
    }
}

PLANTED written_too_early(void) {
    send(LONG);
    if (rank == 1) {
        MPI_Request request;
        MPI_Irecv(room, LONG, MPI_BYTE, 0, 0, WORLD, &request); /* written_too_early: begun */
        room[LONG - 1] = 1;                                     /* written_too_early: access */
        MPI_Wait(&request, NONE);
    }
}

PLANTED copied_too_early(void) {
    char copy[16];
    send(LONG);
    if (rank == 1) {
        MPI_Request request;
        MPI_Irecv(room, LONG, MPI_BYTE, 0, 0, WORLD, &request); /* copied_too_early: begun */
        memcpy(copy, room + 100, sizeof copy);                  /* copied_too_early: access */
        MPI_Wait(&request, NONE);
    }
}

PLANTED changed_while_sent(void) {
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(room, LONG, MPI_BYTE, 1, 0, WORLD, &request); /* changed_while_sent: begun */
        sink = room[1];
        room[2] = room[2]; /* changed_while_sent: access */
        MPI_Wait(&request, NONE);
    } else {
        MPI_Recv(room, LONG, MPI_BYTE, 0, 0, WORLD, NONE);
    }
}

PLANTED tested_only(void) {
    send(LONG);
    if (rank == 1) {
        MPI_Request request;
        int is_complete = 0;
        MPI_Irecv(room, LONG, MPI_BYTE, 0, 0, WORLD, &request); /* tested_only: begun */
        if (!is_complete)
            room[0]++; /* tested_only: access */
        while (!is_complete)
            MPI_Test(&request, &is_complete, NONE);
        room[0]++;
    }
}

PLANTED right(void) {
    send(LONG);
    if (rank == 1) {
        MPI_Request request;
        char *other = malloc(LONG);
        hide(other);
        MPI_Irecv(other, LONG, MPI_BYTE, 0, 0, WORLD, &request);
        room[5] = 1;
        MPI_Wait(&request, NONE);
        other[5] = 2;
        free(other);
    }
    int from = rank, to;
    MPI_Sendrecv(&from, 1, MPI_INT, 1 - rank, 0, &to, 1, MPI_INT, 1 - rank, 0, WORLD, NONE);
    sink = to + from;
    /* The bytes between the members have no value. */
    struct {
        char small;
        int large;
    } *both = malloc(sizeof *both);
    hide(both);
    both->small = 1;
    both->large = 2;
    MPI_Request request;
    MPI_Isend(both, sizeof *both, MPI_BYTE, 1 - rank, 0, WORLD, &request);
    MPI_Recv(room, sizeof *both, MPI_BYTE, 1 - rank, 0, WORLD, NONE);
    MPI_Wait(&request, NONE);
    free(both);
}

int main(int count, char **arguments) {
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(WORLD, &rank);
    memset(room, 1, sizeof room);
    read_too_early();
    written_too_early();
    copied_too_early();
    changed_while_sent();
    tested_only();
    right();
    MPI_Finalize();
    return 0;
}
