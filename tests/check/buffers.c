/* Accesses to buffers of messages that are under way. The test reads the comments: "NAME: access"
 * is the line of the wrong access, "NAME: begun" the line that started the message. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define hide(pointer) __asm__ volatile("" : "+r"(pointer)::"memory")
#define PLANTED __attribute__((noinline)) static void

#define WORLD MPI_COMM_WORLD
#define NONE MPI_STATUS_IGNORE
#define LONG 4000

static int rank;
static volatile int sink; /* what is read */
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

PLANTED sum_read(void) {
    MPI_Request req;
    int own = rank, sum = 0;
    MPI_Iallreduce(&own, &sum, 1, MPI_INT, MPI_SUM, WORLD, &req); /* sum_read: begun */
    if (rank == 1)
        sink = *(volatile int *)&sum; /* sum_read: access */
    MPI_Wait(&req, NONE);
}

PLANTED block(void) {
    MPI_Request req;
    MPI_Ialltoall(room, 8, MPI_BYTE, room + 100, 8, MPI_BYTE, WORLD, &req); /* block: begun */
    if (rank == 0)
        room[15] = 1; /* block: access */
    MPI_Wait(&req, NONE);
}

PLANTED changed_at_root(void) {
    MPI_Request req;
    MPI_Bcast_init(room, 40, MPI_BYTE, 1, WORLD, MPI_INFO_NULL, &req);
    room[39] = 2;
    MPI_Start(&req); /* changed_at_root: begun */
    if (rank == 1)
        room[39] = 3; /* changed_at_root: access */
    MPI_Wait(&req, NONE);
    room[39] = 4;
    MPI_Request_free(&req);
}

PLANTED part(void) {
    MPI_Request req;
    int n[] = {4, 4}, at[] = {100, 120};
    MPI_Igatherv(room, 4, MPI_BYTE, room + 9, n, at, MPI_BYTE, 0, WORLD, &req); /* part: begun */
    if (rank == 0)
        sink = room[9 + 121]; /* part: access */
    MPI_Wait(&req, NONE);
}

PLANTED term(void) {
    MPI_Request req;
    int lengths[] = {1, 3};
    static int terms[4], sums[3];
    MPI_Ireduce_scatter(terms, sums, lengths, MPI_INT, MPI_SUM, WORLD, &req); /* term: begun */
    if (rank == 0)
        *(volatile int *)&terms[3] = 1; /* term: access */
    MPI_Wait(&req, NONE);
}

/* While a collective is under way, memory that it neither sends nor receives may change. */
PLANTED right_beside_collectives(void) {
    MPI_Request request;
    int lengths[] = {4, 4}, at[] = {100, 120};
    MPI_Igatherv(room + 200, 4, MPI_BYTE, room, lengths, at, MPI_BYTE, 0, WORLD, &request);
    room[110] = room[4] = room[124] = 1;
    if (rank == 1)
        room[100] = 1;
    MPI_Wait(&request, NONE);
    room[100] = 2;
    MPI_Ibcast(room, 8, MPI_BYTE, 0, WORLD, &request);
    if (rank == 0)
        sink = room[0];
    MPI_Wait(&request, NONE);
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
    sum_read();
    block();
    changed_at_root();
    part();
    term();
    right_beside_collectives();
    right();
    MPI_Finalize();
    return 0;
}
