/* Probe, Iprobe, Mprobe, Improbe, Mrecv and Imrecv. */
#include "check.h"

#define LARGE 100 /* words of a message that does not fit into an inbox element */

static int out[LARGE], in[LARGE];

static void fill(int count, int seed) {
    for (int i = 0; i < count; i++)
        out[i] = seed + i;
    memset(in, 0xff, sizeof in);
}

static void check_data(int count, int seed) {
    for (int i = 0; i < count; i++)
        CHECK_EQUAL(in[i], seed + i);
}

/* A message can be probed any number of times before it is received. */
static void seen_before_received(void) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    static const int counts[] = {0, 1, LARGE};
    for (int i = 0; i < 3; i++) {
        MPI_Request request;
        MPI_Status status;
        int flag = 0, count = -1;
        fill(counts[i], rank);
        MPI_Isend(out, counts[i], MPI_INT, right, i, MPI_COMM_WORLD, &request);
        while (!flag)
            MPI_Iprobe(left, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        CHECK_EQUAL(status.MPI_TAG, i);
        MPI_Probe(MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &status);
        CHECK_EQUAL(status.MPI_SOURCE, left);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK_EQUAL(count, counts[i]);
        MPI_Recv(in, count, MPI_INT, left, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check_data(count, left);
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* A message that was taken by Mprobe matches no other receive. */
static void taken(void) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size, flag = 0, count;
    MPI_Message first, second;
    MPI_Request requests[3];
    MPI_Status status;
    fill(LARGE, rank);
    MPI_Isend(out, LARGE, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, 2, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(out, 3, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Mprobe(left, 1, MPI_COMM_WORLD, &first, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK_EQUAL(count, LARGE);
    while (!flag)
        MPI_Improbe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, &second, &status);
    MPI_Recv(in, LARGE, MPI_INT, left, 1, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK_EQUAL(count, 3);
    check_data(3, left);
    MPI_Request receive;
    MPI_Imrecv(in, LARGE, MPI_INT, &first, &receive);
    CHECK(first == MPI_MESSAGE_NULL);
    MPI_Wait(&receive, &status);
    CHECK_EQUAL(status.MPI_SOURCE, left);
    check_data(LARGE, left);
    memset(in, 0, sizeof in);
    MPI_Mrecv(in, LARGE, MPI_INT, &second, &status);
    CHECK(second == MPI_MESSAGE_NULL);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK_EQUAL(count, 2);
    check_data(2, left);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void nobody(void) {
    int flag = 0, count = -1;
    MPI_Status status;
    MPI_Message message;
    MPI_Probe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    CHECK_EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    MPI_Iprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &flag, &status);
    CHECK_EQUAL(flag, 1);
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
    CHECK(message == MPI_MESSAGE_NO_PROC);
    MPI_Mrecv(in, 1, MPI_INT, &message, &status);
    CHECK(message == MPI_MESSAGE_NULL);
    CHECK_EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    MPI_Improbe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &flag, &message, &status);
    CHECK_EQUAL(flag, 1);
    MPI_Request request;
    MPI_Imrecv(in, 1, MPI_INT, &message, &request);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK_EQUAL(count, 0);
}

static const struct test tests[] = {
    {"probing: seen before received", seen_before_received},
    {"probing: taken", taken},
    {"probing: nobody", nobody},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
