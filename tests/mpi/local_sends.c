/* Starting a nonblocking send is local (MPI 4.1, sections 2.4.2 and 3.7). It returns even if the
 * receiver makes no call of MPI, however many sends were started. Rank 1 computes for a while;
 * sends that the others start meanwhile must return before it calls MPI. */
#include "check.h"

enum { SENDS = 130, LONG = 20 };

static MPI_Request requests[SENDS];
static int data[SENDS][LONG];
static double called; /* seconds (MPI_Wtime) at which rank 1 called MPI after computing */

#ifdef __riscv
static const double while_computing = 5e-3;
#else
static double while_computing = 0.2;

/* A send to another machine takes a round trip, and five round trips if the receiver's inbox is
 * full. So rank 1 computes for eight times as long as all sends take if rank 1 receives at once. */
static void measure(void) {
    double start;
    if (size < 2)
        return;
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    for (int i = 0; i < SENDS; i++)
        if (rank == 0)
            MPI_Isend(data[i], LONG, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[i]);
        else if (rank == 1)
            MPI_Recv(data[i], LONG, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_Waitall(SENDS, requests, MPI_STATUSES_IGNORE);
    while_computing += 8 * (MPI_Wtime() - start);
}
#endif

static void compute(void) {
    double start = MPI_Wtime();
    while (MPI_Wtime() - start < while_computing)
        ;
    called = MPI_Wtime();
}

static void fill(int first) {
    for (int i = 0; i < SENDS; i++)
        for (int j = 0; j < LONG; j++)
            data[i][j] = first + 1000 * i + j;
}

/* Sends rank 1 the time at which rank `from` had started all its sends, and checks it there. */
static void check_time(int from, double started) {
    if (rank == 1) {
        MPI_Recv(&started, 1, MPI_DOUBLE, from, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(started < called);
    } else if (rank == from) {
        MPI_Send(&started, 1, MPI_DOUBLE, 1, 99, MPI_COMM_WORLD);
    }
}

static void receive_all(int from, int words, int first) {
    for (int i = 0; i < SENDS; i++) {
        int got[LONG] = {0};
        MPI_Recv(got, words, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK_EQUAL(got[0], first + 1000 * i);
        CHECK_EQUAL(got[words - 1], first + 1000 * i + words - 1);
    }
}

typedef int start_function(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

/* Blocking sends that follow keep the order of messages. */
static void from_rank_0(start_function *start, int words) {
    int one = -1, two = -2, got = 0;
    double started = 0;
    if (size < 2)
        return;
    fill(words);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        for (int i = 0; i < SENDS; i++)
            start(data[i], words, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[i]);
        started = MPI_Wtime();
        /* Sends to other ranks are not delayed. */
        if (size > 2)
            MPI_Ssend(&one, 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
        MPI_Send(&one, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(&two, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        CHECK_EQUAL(MPI_Waitall(SENDS, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    } else if (rank == 1) {
        MPI_Status status;
        int count = -1;
        compute();
        receive_all(0, words, words);
        MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK_EQUAL(got, -1);
        MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK_EQUAL(count, 0);
        MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK_EQUAL(got, -2);
    } else if (rank == 2) {
        MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK_EQUAL(got, -1);
    }
    check_time(0, started);
}

static void isend_short(void) {
#ifndef __riscv
    measure();
#endif
    from_rank_0(MPI_Isend, 2);
}

static void isend_long(void) {
    from_rank_0(MPI_Isend, LONG);
}

static void issend(void) {
    from_rank_0(MPI_Issend, 1);
}

static void bsend(void) {
    static char buffer[SENDS * (MPI_BSEND_OVERHEAD + 8)];
    void *back;
    int bytes;
    MPI_Buffer_attach(buffer, sizeof buffer);
    from_rank_0(MPI_Ibsend, 2);
    MPI_Buffer_detach(&back, &bytes);
}

/* Sends constants, which other processes cannot reach. */
static int start_constant(const void *memory, int count, MPI_Datatype type, int to, int tag,
                          MPI_Comm comm, MPI_Request *request) {
    static const int constant[20] = {7};
    (void)memory;
    (void)count;
    return MPI_Isend(constant, 20, type, to, tag, comm, request);
}

static void constants(void) {
    double started = 0;
    if (size < 2)
        return;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        for (int i = 0; i < SENDS; i++)
            start_constant(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[i]);
        started = MPI_Wtime();
        MPI_Waitall(SENDS, requests, MPI_STATUSES_IGNORE);
    } else if (rank == 1) {
        compute();
        for (int i = 0; i < SENDS; i++) {
            int got[20] = {0};
            MPI_Recv(got, 20, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(got[0] == 7 && got[19] == 0);
        }
    }
    check_time(0, started);
}

/* All ranks send, and free their requests while the sends wait. Each rank starts 60 sends. */
static void freed(void) {
    enum { EACH = 60 };
    double started = 0;
    if (size < 2)
        return;
    fill(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 1) {
        for (int i = 0; i < EACH; i++) {
            MPI_Isend(data[i], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
            MPI_Request_free(&requests[0]);
        }
        started = MPI_Wtime();
    } else {
        compute();
        for (int from = 0; from < size; from++)
            for (int i = 0; i < EACH && from != 1; i++) {
                int got = -1;
                MPI_Recv(&got, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                CHECK_EQUAL(got, from + 1000 * i);
            }
    }
    for (int from = 0; from < size; from++)
        if (from != 1)
            check_time(from, started);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The root of nonblocking broadcasts starts all of them while rank 1 computes. */
static void collectives(void) {
    enum { EACH = 70 };
    static int value[EACH];
    double started = 0;
    if (size < 2)
        return;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        compute();
    for (int i = 0; i < EACH; i++) {
        value[i] = rank ? -1 : 5 + i;
        MPI_Ibcast(&value[i], 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[i]);
        if (rank)
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
    started = MPI_Wtime();
    if (!rank)
        MPI_Waitall(EACH, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < EACH; i++)
        CHECK_EQUAL(value[i], 5 + i);
    check_time(0, started);
}

/* All ranks start persistent sends to all ranks, including themselves, before any receive. */
static void all_to_all(void) {
    enum { EACH = 70 };
    MPI_Request own[EACH];
    for (int to = 0; to < size; to++) {
        for (int i = 0; i < EACH; i++) {
            data[i][0] = 1000 * rank + i;
            MPI_Send_init(data[i], 1 + (i % 2) * (LONG - 1), MPI_INT, to, 2, MPI_COMM_WORLD,
                          &own[i]);
        }
        MPI_Startall(EACH, own);
        for (int i = 0; i < EACH && to == rank; i++)
            for (int from = 0; from < size; from++) {
                int got[LONG];
                MPI_Recv(got, LONG, MPI_INT, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                CHECK_EQUAL(got[0], 1000 * from + i);
            }
        MPI_Waitall(EACH, own, MPI_STATUSES_IGNORE);
        for (int i = 0; i < EACH; i++)
            MPI_Request_free(&own[i]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* Sends of the rank to itself; the second of three equal ones is cancelled. Waiting for a cancelled
 * request is local, too (MPI 4.1, section 3.8.4). */
static void cancelled(void) {
    static const int constants[LONG] = {7};
    static const int counts[] = {0, 1, LONG};
    for (int i = 0; i < 6; i++) {
        int count = counts[i / 2], flag = -1, in[LONG];
        MPI_Request sends[3];
        MPI_Status status;
        for (int k = 0; k < 3; k++) {
            data[k][0] = data[k][LONG - 1] = k;
            if (i % 2)
                MPI_Issend(data[k], count, MPI_INT, rank, 5, MPI_COMM_WORLD, &sends[k]);
            else
                MPI_Ssend_init(data[k], count, MPI_INT, rank, 5, MPI_COMM_WORLD, &sends[k]);
        }
        if (i % 2 == 0)
            MPI_Startall(3, sends);
        CHECK_EQUAL(MPI_Cancel(&sends[1]), MPI_SUCCESS);
        CHECK_EQUAL(MPI_Wait(&sends[1], &status), MPI_SUCCESS);
        MPI_Test_cancelled(&status, &flag);
        CHECK_EQUAL(flag, 1);
        for (int k = 0; k < 3; k += 2) {
            MPI_Recv(in, LONG, MPI_INT, rank, 5, MPI_COMM_WORLD, &status);
            CHECK(!count || in[0] == k);
            CHECK(count < LONG || in[LONG - 1] == k);
            /* The send has been matched by its receive, and cannot be cancelled. */
            MPI_Cancel(&sends[k]);
            MPI_Wait(&sends[k], &status);
            MPI_Test_cancelled(&status, &flag);
            CHECK_EQUAL(flag, 0);
        }
        MPI_Iprobe(rank, 5, MPI_COMM_WORLD, &flag, &status);
        CHECK_EQUAL(flag, 0);
        for (int k = 0; k < 3 && i % 2 == 0; k++)
            MPI_Request_free(&sends[k]);
    }
    /* Constants, which are sent from a copy. */
    MPI_Request send;
    MPI_Status status;
    int flag = -1;
    MPI_Issend(constants, LONG, MPI_INT, rank, 5, MPI_COMM_WORLD, &send);
    MPI_Cancel(&send);
    MPI_Wait(&send, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK_EQUAL(flag, 1);
}

static const struct test tests[] = {
    {"MPI_Isend of words", isend_short},
    {"MPI_Isend of many words", isend_long},
    {"MPI_Issend", issend},
    {"MPI_Ibsend", bsend},
    {"MPI_Isend of constants", constants},
    {"requests that are freed", freed},
    {"nonblocking collectives", collectives},
    {"all to all, persistent", all_to_all},
    {"sends to the rank itself, cancelled", cancelled},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
