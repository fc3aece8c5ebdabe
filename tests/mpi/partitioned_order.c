/* The matching of partitioned sends and receives: they match in the order of the calls of
 * MPI_Psend_init and MPI_Precv_init (MPI 4.1, section 4.2). */
#include "check.h"

enum { PAIRS = 5, WORDS = 300 };

static int many_sent[PAIRS][WORDS], many_received[PAIRS][WORDS];

static void check_pair(int pair, int words, int value) {
    for (int i = 0; i < words; i++)
        CHECK_EQUAL(many_received[pair][i], value + i);
}

/* If ranks, communicator and tag are equal, the order of MPI_Psend_init and MPI_Precv_init
 * counts, not the order of the starts (MPI 4.1, section 4.2). */
static void order_of_init(MPI_Comm comm, int words, int ahead) {
    static const int starts[2][PAIRS] = {{3, 0, 4, 2, 1}, {1, 4, 3, 0, 2}};
    MPI_Request send[PAIRS], receive[PAIRS], freed;
    MPI_Status status;
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    /* A request that is freed before it sends anything still counts in the order. */
    MPI_Psend_init(many_sent, 1, 1, MPI_INT, right, 3, comm, MPI_INFO_NULL, &freed);
    CHECK_EQUAL(MPI_Request_free(&freed), MPI_SUCCESS);
    for (int i = 0; i < PAIRS; i++)
        MPI_Psend_init(many_sent[i], 1, words, MPI_INT, right, 3, comm, MPI_INFO_NULL, &send[i]);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < PAIRS; i++)
            for (int j = 0; j < words; j++) {
                many_sent[i][j] = 10000 * rank + 1000 * i + 500 * round + j;
                many_received[i][j] = -1;
            }
        for (int i = 0; i < PAIRS; i++) {
            MPI_Start(&send[starts[0][i]]);
            MPI_Pready(0, send[starts[0][i]]);
        }
        if (ahead) /* the messages have arrived */
            MPI_Barrier(comm);
        if (!round) {
            MPI_Precv_init(many_received, 1, 1, MPI_INT, left, 3, comm, MPI_INFO_NULL, &freed);
            MPI_Request_free(&freed);
            for (int i = 0; i < PAIRS; i++)
                MPI_Precv_init(many_received[i], 1, words, MPI_INT, left, 3, comm, MPI_INFO_NULL,
                               &receive[i]);
        }
        for (int i = 0; i < PAIRS; i++) {
            CHECK_EQUAL(MPI_Start(&receive[starts[1][i]]), MPI_SUCCESS);
            CHECK_EQUAL(MPI_Wait(&receive[starts[1][i]], &status), MPI_SUCCESS);
            CHECK(status.MPI_SOURCE == left && status.MPI_TAG == 3);
            check_pair(starts[1][i], words, 10000 * left + 1000 * starts[1][i] + 500 * round);
        }
        CHECK_EQUAL(MPI_Waitall(PAIRS, send, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    }
    for (int i = 0; i < PAIRS; i++) {
        MPI_Request_free(&send[i]);
        MPI_Request_free(&receive[i]);
    }
}

static void orders(void) {
    MPI_Comm comm;
    for (int ahead = 0; ahead < 2; ahead++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        order_of_init(comm, 2, ahead);
        order_of_init(comm, WORDS, ahead);
        MPI_Comm_free(&comm);
    }
}

/* All receives are started before anything is sent, and completed together. After a long
 * message, the sender sends a message of another kind, which shows that the receives make
 * progress meanwhile. */
static void receives_first(void) {
    MPI_Request send[2], receive[2];
    int right = (rank + 1) % size, left = (rank + size - 1) % size, index = -1, got = -1;
    for (int i = 0; i < 2; i++) {
        MPI_Precv_init(many_received[i], 3, WORDS / 3, MPI_INT, left, 8, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &receive[i]);
        MPI_Psend_init(many_sent[i], 1, WORDS, MPI_INT, right, 8, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &send[i]);
        for (int j = 0; j < WORDS; j++)
            many_sent[i][j] = 10000 * rank + 1000 * i + j;
    }
    MPI_Startall(2, receive);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&send[1]);
    MPI_Pready(0, send[1]);
    CHECK_EQUAL(MPI_Wait(&send[1], MPI_STATUS_IGNORE), MPI_SUCCESS);
    MPI_Sendrecv(&rank, 1, MPI_INT, right, 1, &got, 1, MPI_INT, left, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK_EQUAL(got, left);
    CHECK_EQUAL(MPI_Waitany(2, receive, &index, MPI_STATUS_IGNORE), MPI_SUCCESS);
    CHECK_EQUAL(index, 1);
    check_pair(1, WORDS, 10000 * left + 1000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&send[0]);
    MPI_Pready(0, send[0]);
    CHECK_EQUAL(MPI_Waitall(2, receive, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    check_pair(0, WORDS, 10000 * left);
    CHECK_EQUAL(MPI_Wait(&send[0], MPI_STATUS_IGNORE), MPI_SUCCESS);
    for (int i = 0; i < 2; i++) {
        MPI_Request_free(&send[i]);
        MPI_Request_free(&receive[i]);
    }
}

static void to_nobody(void) {
    MPI_Request request[2];
    MPI_Status status;
    int value = 5;
    MPI_Psend_init(&value, 1, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &request[0]);
    MPI_Precv_init(&value, 1, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &request[1]);
    CHECK_EQUAL(MPI_Startall(2, request), MPI_SUCCESS);
    MPI_Pready(0, request[0]);
    CHECK_EQUAL(MPI_Wait(&request[0], MPI_STATUS_IGNORE), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Wait(&request[1], &status), MPI_SUCCESS);
    CHECK_EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    CHECK_EQUAL(value, 5);
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
}

static const struct test tests[] = {
    {"matched in the order of init", orders},
    {"receives started first", receives_first},
    {"nobody on the other side", to_nobody},
    {0},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}
