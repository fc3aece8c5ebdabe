/* Objects that the user frees while something still needs them, and messages of a rank to
 * itself. */
#include "check.h"

#define LONG 5000

static int sent[LONG], received[LONG];

static void fill(void) {
    for (int i = 0; i < LONG; i++) {
        sent[i] = 3 * i + rank;
        received[i] = -1;
    }
}

/* A message keeps its communicator in existence until the message is received. */
static void probed_messages(void) {
    for (int bytes = 1; bytes <= LONG; bytes += LONG - 1) {
        MPI_Comm comm, other;
        MPI_Message message;
        MPI_Request request;
        MPI_Status status;
        MPI_Comm_dup(MPI_COMM_SELF, &comm);
        fill();
        MPI_Isend(sent, bytes, MPI_INT, 0, 9, comm, &request);
        MPI_Mprobe(0, 9, comm, &message, &status);
        CHECK_EQUAL(MPI_Comm_free(&comm), MPI_SUCCESS);
        /* The new communicator has a different context, so it does not replace the freed one. */
        MPI_Comm_dup(MPI_COMM_SELF, &other);
        CHECK_EQUAL(MPI_Mrecv(received, bytes, MPI_INT, &message, &status), MPI_SUCCESS);
        CHECK_EQUAL(status.MPI_TAG, 9);
        CHECK_EQUAL(received[bytes - 1], sent[bytes - 1]);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Comm_free(&other);
    }
}

/* A blocking send of a rank to itself completes if its receive is posted. */
static void messages_to_oneself(void) {
    MPI_Request request;
    MPI_Status status;
    MPI_Comm comms[] = {MPI_COMM_SELF, MPI_COMM_WORLD};
    for (int i = 0; i < 2; i++) {
        int self = i ? rank : 0, count;
        fill();
        MPI_Irecv(received, LONG, MPI_INT, self, 4, comms[i], &request);
        CHECK_EQUAL(MPI_Send(sent, LONG, MPI_INT, self, 4, comms[i]), MPI_SUCCESS);
        MPI_Wait(&request, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK_EQUAL(count, LONG);
        CHECK(!memcmp(sent, received, sizeof sent));
    }
}

/* The receive of the exchange is invalid, so the library must free the packed copy of the send.
 * On the chip, some hundred copies that were not freed would fill the heap. */
static void refused_exchanges(void) {
    MPI_Datatype every_second;
    MPI_Request request;
    MPI_Type_vector(LONG / 2, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    for (int i = 0; i < 300; i++) {
        CHECK_CLASS(MPI_Sendrecv(sent, 1, every_second, 0, 1, received, -1, MPI_INT, 0, 1,
                                 MPI_COMM_SELF, MPI_STATUS_IGNORE),
                    MPI_ERR_COUNT);
        CHECK_CLASS(MPI_Sendrecv_replace(sent, 1, every_second, 0, 1, 7, 1, MPI_COMM_SELF,
                                         MPI_STATUS_IGNORE),
                    MPI_ERR_RANK);
        CHECK_CLASS(MPI_Isendrecv(sent, 1, every_second, 0, 1, received, 1, MPI_INT, 0, -7,
                                  MPI_COMM_SELF, &request),
                    MPI_ERR_TAG);
    }
    MPI_Type_free(&every_second);
}

/* A prime number of nodes is only the product of 1 and itself. */
static void large_primes(void) {
    int dims[3] = {0, 0, 0};
    CHECK_EQUAL(MPI_Dims_create(2147483647, 3, dims), MPI_SUCCESS);
    CHECK(dims[0] == 2147483647 && dims[1] == 1 && dims[2] == 1);
    int two[2] = {0, 0};
    CHECK_EQUAL(MPI_Dims_create(46337 * 46327, 2, two), MPI_SUCCESS);
    CHECK(two[0] == 46337 && two[1] == 46327);
}

/* A persistent request keeps its datatype in existence, even between starts. */
static void persistent_requests(void) {
    MPI_Datatype every_second;
    MPI_Request requests[2];
    MPI_Type_vector(10, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Send_init(sent, 1, every_second, 0, 1, MPI_COMM_SELF, &requests[0]);
    MPI_Recv_init(received, 1, every_second, 0, 1, MPI_COMM_SELF, &requests[1]);
    MPI_Type_free(&every_second);
    for (int round = 0; round < 3; round++) {
        fill();
        CHECK_EQUAL(MPI_Startall(2, requests), MPI_SUCCESS);
        CHECK_EQUAL(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
        for (int i = 0; i < 20; i++)
            CHECK_EQUAL(received[i], i % 2 ? -1 : sent[i]);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static const struct test tests[] = {
    {"lifetimes: messages that were probed", probed_messages},
    {"lifetimes: messages to oneself", messages_to_oneself},
    {"lifetimes: refused exchanges", refused_exchanges},
    {"lifetimes: persistent requests", persistent_requests},
    {"lifetimes: large primes", large_primes},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_SELF);
}
