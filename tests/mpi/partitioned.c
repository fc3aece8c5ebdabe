/* Partitioned messages, generalized requests, and buffers of communicators.
 * Relies on buffering. */
#include "check.h"

#define PARTS 6
#define EACH 40

static int sent[PARTS * EACH], received[PARTS * EACH];
static int to, from;

static void fill(int round) {
    to = (rank + 1) % size;
    from = (rank + size - 1) % size;
    for (int i = 0; i < PARTS * EACH; i++) {
        sent[i] = 1000 * rank + i + round;
        received[i] = -1;
    }
}

/* Partitions become ready in a different order each time; messages of other kinds do not match. */
static void rounds(void) {
    MPI_Request send, receive;
    MPI_Comm comm = MPI_COMM_WORLD;
    int list[] = {5, 0, 3}, flag = -1, plain = rank, got = -1;
    CHECK_EQUAL(MPI_Psend_init(sent, PARTS, EACH, MPI_INT, (rank + 1) % size, 3, comm,
                               MPI_INFO_NULL, &send),
                MPI_SUCCESS);
    CHECK_EQUAL(MPI_Precv_init(received, PARTS, EACH, MPI_INT, (rank + size - 1) % size, 3, comm,
                               MPI_INFO_NULL, &receive),
                MPI_SUCCESS);
    for (int round = 0; round < 3; round++) {
        fill(round);
        CHECK_EQUAL(MPI_Start(&receive), MPI_SUCCESS);
        CHECK_EQUAL(MPI_Start(&send), MPI_SUCCESS);
        if (round == 0)
            for (int i = PARTS - 1; i >= 0; i--)
                CHECK_EQUAL(MPI_Pready(i, send), MPI_SUCCESS);
        if (round == 1)
            CHECK_EQUAL(MPI_Pready_range(0, PARTS - 1, send), MPI_SUCCESS);
        if (round == 2) {
            CHECK_EQUAL(MPI_Pready_list(3, list, send), MPI_SUCCESS);
            CHECK_EQUAL(MPI_Parrived(receive, 0, &flag), MPI_SUCCESS);
            CHECK_EQUAL(MPI_Pready_range(1, 2, send), MPI_SUCCESS);
            MPI_Sendrecv(&plain, 1, MPI_INT, to, 3, &got, 1, MPI_INT, from, 3, comm,
                         MPI_STATUS_IGNORE);
            CHECK_EQUAL(got, from);
            CHECK_EQUAL(MPI_Pready(4, send), MPI_SUCCESS);
        }
        CHECK_EQUAL(MPI_Wait(&receive, MPI_STATUS_IGNORE), MPI_SUCCESS);
        CHECK_EQUAL(MPI_Parrived(receive, PARTS - 1, &flag), MPI_SUCCESS);
        CHECK(flag);
        for (int i = 0; i < PARTS * EACH; i++)
            CHECK_EQUAL(received[i], 1000 * from + i + round);
        CHECK_EQUAL(MPI_Wait(&send, MPI_STATUS_IGNORE), MPI_SUCCESS);
    }
    CHECK_EQUAL(MPI_Request_free(&send), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Request_free(&receive), MPI_SUCCESS);
}

static void wrong_partitions(void) {
    MPI_Request send, receive, other;
    MPI_Comm self = MPI_COMM_SELF;
    int flag, list[] = {0, 9};
    CHECK_CLASS(MPI_Psend_init(sent, -1, 1, MPI_INT, 0, 1, self, MPI_INFO_NULL, &send),
                MPI_ERR_ARG);
    CHECK_CLASS(MPI_Psend_init(sent, 2, -1, MPI_INT, 0, 1, self, MPI_INFO_NULL, &send),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Precv_init(received, 2, INT64_MAX, MPI_INT, 0, 1, self, MPI_INFO_NULL, &send),
                MPI_ERR_COUNT);
    CHECK_CLASS(
        MPI_Precv_init(received, 2, 1, MPI_INT, MPI_ANY_SOURCE, 1, self, MPI_INFO_NULL, &send),
        MPI_ERR_RANK);
    CHECK_CLASS(MPI_Precv_init(received, 2, 1, MPI_INT, 0, MPI_ANY_TAG, self, MPI_INFO_NULL, &send),
                MPI_ERR_TAG);
    MPI_Psend_init(sent, 2, 3, MPI_INT, 0, 1, self, MPI_INFO_NULL, &send);
    MPI_Precv_init(received, 2, 3, MPI_INT, 0, 1, self, MPI_INFO_NULL, &receive);
    CHECK_CLASS(MPI_Pready(0, send), MPI_ERR_ARG); /* the request is not started */
    MPI_Start(&receive);
    MPI_Start(&send);
    CHECK_CLASS(MPI_Pready(2, send), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Pready(-1, send), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Pready(0, receive), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Pready(0, MPI_REQUEST_NULL), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Parrived(send, 0, &flag), MPI_ERR_REQUEST);
    flag = -1;
    CHECK_EQUAL(MPI_Parrived(MPI_REQUEST_NULL, 7, &flag), MPI_SUCCESS);
    CHECK_EQUAL(flag, 1);
    CHECK_CLASS(MPI_Parrived(receive, 0, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Pready_range(1, 0, send), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Pready_list(2, list, send), MPI_ERR_ARG); /* the first partition is ready */
    CHECK_CLASS(MPI_Pready(0, send), MPI_ERR_ARG);
    CHECK_EQUAL(MPI_Parrived(receive, 0, &flag), MPI_SUCCESS);
    CHECK(!flag);
    CHECK_EQUAL(MPI_Pready(1, send), MPI_SUCCESS);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
    MPI_Send_init(sent, 1, MPI_INT, 0, 1, self, &other);
    CHECK_CLASS(MPI_Pready(0, other), MPI_ERR_REQUEST);
    MPI_Request_free(&other);
}

/* The words of a message that stays at its sender until it is received. */
#ifdef __riscv
enum { LONG = 4200 };
#else
enum { LONG = 17000 };
#endif
static int long_sent[LONG], long_received[LONG];

static void cancel_and_wait(MPI_Request *request, int expected) {
    MPI_Status status;
    int flag = -1;
    CHECK_EQUAL(MPI_Cancel(request), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Wait(request, &status), MPI_SUCCESS);
    MPI_Test_cancelled(&status, &flag);
    CHECK_EQUAL(flag, expected);
}

/* Cancels partitioned messages. When their requests are started again, they work as before. */
static void cancelled_partitions(void) {
    MPI_Request send, receive;
    for (int i = 0; i < LONG; i++)
        long_sent[i] = rank + i;
    MPI_Psend_init(long_sent, 2, LONG / 2, MPI_INT, rank, 8, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Precv_init(long_received, 2, LONG / 2, MPI_INT, rank, 8, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &receive);
    for (int ready = 0; ready < 3; ready++) {
        MPI_Start(&send);
        for (int i = 0; i < ready; i++)
            MPI_Pready(i, send);
        cancel_and_wait(&send, 1);
    }
    /* Partitions that become ready after the cancellation have no effect. */
    MPI_Start(&send);
    MPI_Cancel(&send);
    MPI_Pready_range(0, 1, send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Start(&receive);
    cancel_and_wait(&receive, 1);
    MPI_Start(&receive);
    MPI_Start(&send);
    MPI_Pready_range(0, 1, send);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    cancel_and_wait(&send, 0);
    CHECK(!memcmp(long_sent, long_received, sizeof long_sent));
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
}

static int queried, released, cancelled;

static int query(void *state, MPI_Status *status) {
    queried++;
    MPI_Status_set_elements(status, MPI_INT, *(int *)state);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = 3;
    status->MPI_TAG = 4;
    return MPI_SUCCESS;
}

static int release(void *state) {
    released += *(int *)state;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete) {
    (void)state;
    cancelled = complete ? 2 : 1;
    return MPI_SUCCESS;
}

static int fail(void *state, MPI_Status *status) {
    (void)state, (void)status;
    return MPI_ERR_IO;
}

static int fail_to_release(void *state) {
    (void)state;
    return MPI_ERR_OTHER;
}

/* Starts a generalized request with these functions, some of which fail, and completes it. */
static MPI_Request start(MPI_Grequest_query_function *ask, MPI_Grequest_free_function *let_go) {
    static int five = 5;
    MPI_Request request;
    MPI_Grequest_start(ask, let_go, cancel, &five, &request);
    MPI_Grequest_complete(request);
    return request;
}

/* If a call of MPI calls a function of the program, it returns the error of this function. If it
 * calls two functions, it returns the error of the last one (MPI 4.1, section 13.2). */
static void generalized_that_fail(void) {
    MPI_Request request, list[2];
    MPI_Status status, statuses[2];
    int flag, index, indices[2];
    request = start(query, fail_to_release);
    CHECK_CLASS(MPI_Wait(&request, &status), MPI_ERR_OTHER);
    CHECK(request == MPI_REQUEST_NULL);
    request = start(fail, fail_to_release);
    CHECK_CLASS(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_OTHER);
    request = start(query, fail_to_release);
    CHECK_CLASS(MPI_Test(&request, &flag, &status), MPI_ERR_OTHER);
    request = start(query, fail_to_release);
    CHECK_CLASS(MPI_Waitany(1, &request, &index, &status), MPI_ERR_OTHER);
    request = start(query, fail_to_release);
    CHECK_CLASS(MPI_Testany(1, &request, &index, &flag, &status), MPI_ERR_OTHER);
    list[0] = start(query, release);
    list[1] = start(query, fail_to_release);
    CHECK_CLASS(MPI_Waitall(2, list, statuses), MPI_ERR_IN_STATUS);
    CHECK_CLASS(statuses[0].MPI_ERROR, MPI_SUCCESS);
    CHECK_CLASS(statuses[1].MPI_ERROR, MPI_ERR_OTHER);
    list[0] = start(query, fail_to_release);
    list[1] = MPI_REQUEST_NULL;
    CHECK_CLASS(MPI_Testsome(2, list, &index, indices, statuses), MPI_ERR_IN_STATUS);
    CHECK_CLASS(statuses[0].MPI_ERROR, MPI_ERR_OTHER);
    request = start(query, fail_to_release);
    CHECK_CLASS(MPI_Request_free(&request), MPI_ERR_OTHER);
    CHECK(request == MPI_REQUEST_NULL);
    /* The handle is freed before the request is complete, so completing the request frees the
     * request. */
    MPI_Grequest_start(query, fail_to_release, cancel, NULL, &request);
    MPI_Request copy = request;
    CHECK_EQUAL(MPI_Request_free(&request), MPI_SUCCESS);
    CHECK_CLASS(MPI_Grequest_complete(copy), MPI_ERR_OTHER);
    request = start(fail, release);
    CHECK_CLASS(MPI_Request_get_status(request, &flag, &status), MPI_ERR_IO);
    CHECK_CLASS(MPI_Request_get_status_all(1, &request, &flag, &status), MPI_ERR_IO);
    CHECK_CLASS(MPI_Request_get_status_any(1, &request, &index, &flag, &status), MPI_ERR_IO);
    CHECK_CLASS(MPI_Request_get_status_some(1, &request, &index, indices, &status), MPI_ERR_IO);
    CHECK_CLASS(MPI_Wait(&request, &status), MPI_ERR_IO);
}

static void generalized(void) {
    MPI_Request request, list[2];
    MPI_Status status;
    int five = 5, flag = -1, index, count;
    CHECK_EQUAL(MPI_Grequest_start(query, release, cancel, &five, &request), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Test(&request, &flag, &status), MPI_SUCCESS);
    CHECK(!flag && !queried);
    CHECK_EQUAL(MPI_Cancel(&request), MPI_SUCCESS);
    CHECK_EQUAL(cancelled, 1);
    CHECK_EQUAL(MPI_Grequest_complete(request), MPI_SUCCESS);
    CHECK_CLASS(MPI_Grequest_complete(request), MPI_ERR_REQUEST);
    CHECK_EQUAL(MPI_Request_get_status(request, &flag, &status), MPI_SUCCESS);
    CHECK(flag && queried == 1 && !released);
    CHECK_EQUAL(MPI_Wait(&request, &status), MPI_SUCCESS);
    CHECK(request == MPI_REQUEST_NULL);
    CHECK(queried == 2 && released == 5);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 5 && status.MPI_SOURCE == 3 && status.MPI_TAG == 4);
    /* The request completes together with messages, and without a status. */
    int sent_one = 8, got = -1;
    MPI_Irecv(&got, 1, MPI_INT, 0, 6, MPI_COMM_SELF, &list[0]);
    MPI_Grequest_start(query, release, cancel, &five, &list[1]);
    MPI_Grequest_complete(list[1]);
    CHECK_EQUAL(MPI_Waitany(2, list, &index, MPI_STATUS_IGNORE), MPI_SUCCESS);
    CHECK_EQUAL(index, 1);
    CHECK_EQUAL(released, 10);
    MPI_Send(&sent_one, 1, MPI_INT, 0, 6, MPI_COMM_SELF);
    CHECK_EQUAL(MPI_Waitall(2, list, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    CHECK_EQUAL(got, 8);
    /* The request is freed before it is complete. */
    MPI_Grequest_start(query, release, cancel, &five, &request);
    MPI_Request copy = request;
    CHECK_EQUAL(MPI_Request_free(&request), MPI_SUCCESS);
    CHECK_EQUAL(released, 10);
    CHECK_EQUAL(MPI_Grequest_complete(copy), MPI_SUCCESS);
    CHECK_EQUAL(released, 15);
    MPI_Grequest_start(fail, release, cancel, &five, &request);
    MPI_Grequest_complete(request);
    CHECK_CLASS(MPI_Wait(&request, &status), MPI_ERR_IO);
    CHECK_EQUAL(released, 20);
    CHECK_CLASS(MPI_Grequest_start(NULL, release, cancel, NULL, &request), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Grequest_start(query, release, cancel, NULL, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Grequest_complete(MPI_REQUEST_NULL), MPI_ERR_REQUEST);
}

/* A communicator's own buffer is used before that of the process. */
static void buffers(void) {
    static char own[2 * (MPI_BSEND_OVERHEAD + 64)], small[1];
    MPI_Comm comm;
    int value = rank, got = -1, length = -1;
    void *buffer = NULL;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    CHECK_CLASS(MPI_Bsend(&value, 1, MPI_INT, 0, 2, comm), MPI_ERR_BUFFER);
    CHECK_EQUAL(MPI_Comm_attach_buffer(comm, own, sizeof own), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Buffer_attach(small, sizeof small), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Bsend(&value, 1, MPI_INT, 0, 2, comm), MPI_SUCCESS);
    CHECK_CLASS(MPI_Bsend(&value, 1, MPI_INT, 0, 2, MPI_COMM_SELF), MPI_ERR_BUFFER);
    MPI_Recv(&got, 1, MPI_INT, 0, 2, comm, MPI_STATUS_IGNORE);
    CHECK_EQUAL(got, rank);
    CHECK_EQUAL(MPI_Comm_flush_buffer(comm), MPI_SUCCESS);
    CHECK_CLASS(MPI_Comm_attach_buffer(comm, own, sizeof own), MPI_ERR_BUFFER);
    CHECK_EQUAL(MPI_Comm_detach_buffer(comm, &buffer, &length), MPI_SUCCESS);
    CHECK(buffer == own && length == sizeof own);
    CHECK_CLASS(MPI_Comm_detach_buffer(comm, &buffer, &length), MPI_ERR_BUFFER);
    CHECK_EQUAL(MPI_Buffer_detach(&buffer, &length), MPI_SUCCESS);
    CHECK(buffer == small);
    MPI_Count large;
    CHECK_EQUAL(MPI_Comm_attach_buffer_c(comm, MPI_BUFFER_AUTOMATIC, 0), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Bsend(&value, 1, MPI_INT, 0, 2, comm), MPI_SUCCESS);
    MPI_Recv(&got, 1, MPI_INT, 0, 2, comm, MPI_STATUS_IGNORE);
    CHECK_EQUAL(MPI_Comm_detach_buffer_c(comm, &buffer, &large), MPI_SUCCESS);
    CHECK(buffer == MPI_BUFFER_AUTOMATIC);
    CHECK_CLASS(MPI_Comm_attach_buffer(comm, own, -1), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Comm_attach_buffer(MPI_COMM_NULL, own, 1), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_flush_buffer(MPI_COMM_NULL), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Session_attach_buffer(MPI_SESSION_NULL, own, 1), MPI_ERR_SESSION);
    CHECK_CLASS(MPI_Session_detach_buffer(MPI_SESSION_NULL, &buffer, &length), MPI_ERR_SESSION);
    CHECK_CLASS(MPI_Session_flush_buffer(MPI_SESSION_NULL), MPI_ERR_SESSION);
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    CHECK_EQUAL(MPI_Session_attach_buffer_c(session, own, sizeof own), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Bsend(&value, 1, MPI_INT, 0, 2, comm), MPI_SUCCESS);
    MPI_Recv(&got, 1, MPI_INT, 0, 2, comm, MPI_STATUS_IGNORE);
    CHECK_EQUAL(MPI_Session_flush_buffer(session), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Session_detach_buffer_c(session, &buffer, &large), MPI_SUCCESS);
    CHECK(buffer == own && large == sizeof own);
    MPI_Session_finalize(&session);
    MPI_Comm_free(&comm);
}

/* Receives from the left neighbour the data that the right neighbour gets from this rank, and
 * returns the request. */
static void receive_long(int tag) {
    int *got = long_received;
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Recv(got, LONG, MPI_INT, left, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK_EQUAL(got[LONG - 1], tag);
    MPI_Send(&tag, 1, MPI_INT, left, tag + 100, MPI_COMM_WORLD);
    /* By the time of the receive, the message from the right has probably arrived, so no rank
     * sleeps. */
    for (volatile int i = 0; i < 20000; i++)
        ;
    MPI_Recv(got, 1, MPI_INT, right, tag + 100, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send_long(int tag) {
    long_sent[LONG - 1] = tag;
    CHECK_EQUAL(MPI_Bsend(long_sent, LONG, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD),
                MPI_SUCCESS);
}

/* Checks that the request is not complete. No rank receives before all ranks have made this
 * check. */
static void check_under_way(MPI_Request *request) {
    int flag = -1;
    CHECK_EQUAL(MPI_Test(request, &flag, MPI_STATUS_IGNORE), MPI_SUCCESS);
    CHECK_EQUAL(flag, 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A flush covers the messages that are in the buffer when it begins. */
static void flushes(void) {
    enum { BYTES = 2 * (MPI_BSEND_OVERHEAD + LONG * (int)sizeof(int)) };
    static uint64_t memory[BYTES / 8];
    MPI_Request first, second;
    void *buffer;
    int bytes;
    CHECK_EQUAL(MPI_Buffer_iflush(&first), MPI_SUCCESS); /* no buffer is attached yet */
    CHECK_EQUAL(MPI_Wait(&first, MPI_STATUS_IGNORE), MPI_SUCCESS);
    MPI_Buffer_attach(memory, BYTES);
    send_long(1);
    CHECK_EQUAL(MPI_Buffer_iflush(&first), MPI_SUCCESS);
    check_under_way(&first);
    send_long(2);
    CHECK_EQUAL(MPI_Buffer_iflush(&second), MPI_SUCCESS);
    receive_long(1);
    send_long(3); /* uses the room in the buffer that the first message has left */
    CHECK_EQUAL(MPI_Wait(&first, MPI_STATUS_IGNORE), MPI_SUCCESS);
    check_under_way(&second);
    receive_long(2);
    CHECK_EQUAL(MPI_Wait(&second, MPI_STATUS_IGNORE), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Buffer_iflush(&first), MPI_SUCCESS);
    CHECK_CLASS(MPI_Cancel(&first), MPI_ERR_REQUEST);
    receive_long(3);
    /* After the detach, the program may use the memory even before it waits for the flush. */
    MPI_Buffer_detach(&buffer, &bytes);
    memset(memory, 0xff, sizeof memory);
    CHECK_EQUAL(MPI_Wait(&first, MPI_STATUS_IGNORE), MPI_SUCCESS);
    CHECK_CLASS(MPI_Buffer_iflush(NULL), MPI_ERR_ARG);
}

/* A flush of the buffer of a communicator or session does not wait for messages of other owners. */
static void flushes_of_owners(void) {
    MPI_Request flush, other;
    MPI_Session session;
    void *buffer;
    int bytes;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Session_attach_buffer(session, MPI_BUFFER_AUTOMATIC, 0);
    send_long(4);
    MPI_Comm_attach_buffer(MPI_COMM_WORLD, MPI_BUFFER_AUTOMATIC, 0);
    send_long(5);
    CHECK_EQUAL(MPI_Session_iflush_buffer(session, &flush), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_iflush_buffer(MPI_COMM_WORLD, &other), MPI_SUCCESS);
    check_under_way(&flush);
    check_under_way(&other);
    receive_long(5);
    CHECK_EQUAL(MPI_Wait(&other, MPI_STATUS_IGNORE), MPI_SUCCESS);
    check_under_way(&flush);
    receive_long(4);
    CHECK_EQUAL(MPI_Wait(&flush, MPI_STATUS_IGNORE), MPI_SUCCESS);
    CHECK_CLASS(MPI_Session_iflush_buffer(session, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Session_iflush_buffer(MPI_SESSION_NULL, &flush), MPI_ERR_SESSION);
    CHECK_CLASS(MPI_Comm_iflush_buffer(MPI_COMM_SELF, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Comm_iflush_buffer(MPI_COMM_NULL, &flush), MPI_ERR_COMM);
    MPI_Comm_detach_buffer(MPI_COMM_WORLD, &buffer, &bytes);
    MPI_Session_detach_buffer(session, &buffer, &bytes);
    MPI_Session_finalize(&session);
}

static const struct test tests[] = {
    {"partitioned: rounds", rounds},
    {"partitioned: wrong arguments", wrong_partitions},
    {"partitioned: cancelled", cancelled_partitions},
    {"generalized requests", generalized},
    {"generalized requests that fail", generalized_that_fail},
    {"buffers of communicators and sessions", buffers},
    {"flushes that do not block", flushes},
    {"flushes of communicators' and sessions' buffers", flushes_of_owners},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_SELF);
}
