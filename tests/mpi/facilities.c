/* Thread levels, memory, the machine's resources, and inspecting requests. */
#include "check.h"

static int provided;

static void threads(void) {
    int level = -1, flag = 0;
    CHECK_EQUAL(provided, MPI_THREAD_FUNNELED); /* the level asked for is supported */
    CHECK_EQUAL(MPI_Query_thread(&level), MPI_SUCCESS);
    CHECK_EQUAL(level, provided);
    CHECK_EQUAL(MPI_Is_thread_main(&flag), MPI_SUCCESS);
    CHECK(flag);
    CHECK_CLASS(MPI_Query_thread(NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Is_thread_main(NULL), MPI_ERR_ARG);
    CHECK_EQUAL(MPI_Pcontrol(1), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Pcontrol(7, "anything", 3.5), MPI_SUCCESS);
}

static void memory(void) {
    MPI_Info info;
    char *block = NULL;
    CHECK_EQUAL(MPI_Alloc_mem(100, MPI_INFO_NULL, &block), MPI_SUCCESS);
    memset(block, 1, 100);
    CHECK_EQUAL(MPI_Free_mem(block), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Alloc_mem(0, MPI_INFO_NULL, &block), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Free_mem(block), MPI_SUCCESS);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_minimum_memory_alignment", "256");
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(MPI_Alloc_mem(10, info, &block), MPI_SUCCESS);
        CHECK_EQUAL((uintptr_t)block % 256, 0);
        CHECK_EQUAL(MPI_Free_mem(block), MPI_SUCCESS);
    }
    MPI_Info_free(&info);
    CHECK_CLASS(MPI_Alloc_mem(-1, MPI_INFO_NULL, &block), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Alloc_mem(1, MPI_INFO_NULL, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Alloc_mem(INTPTR_MAX, MPI_INFO_NULL, &block), MPI_ERR_NO_MEM);
    CHECK_CLASS(MPI_Alloc_mem(1, (MPI_Info)&block, &block), MPI_ERR_INFO);
}

/* A communicator can be split by each resource that the process is bound to. */
static void resources(void) {
    MPI_Info info, hints;
    char key[MPI_MAX_INFO_KEY];
    int keys = 0;
    CHECK_EQUAL(MPI_Get_hw_resource_info(&info), MPI_SUCCESS);
    MPI_Info_get_nkeys(info, &keys);
    CHECK(keys > 0);
    MPI_Info_create(&hints);
    for (int i = 0; i < keys; i++) {
        char value[8];
        int room = sizeof value, flag;
        MPI_Comm made;
        MPI_Info_get_nthkey(info, i, key);
        MPI_Info_get_string(info, key, &room, value, &flag);
        CHECK(!strcmp(value, "true") || !strcmp(value, "false"));
        MPI_Info_set(hints, "mpi_hw_resource_type", key);
        CHECK_EQUAL(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, hints, &made),
                    MPI_SUCCESS);
        CHECK(made != MPI_COMM_NULL);
        if (made != MPI_COMM_NULL)
            MPI_Comm_free(&made);
    }
    MPI_Info_free(&hints);
    MPI_Info_free(&info);
    CHECK_CLASS(MPI_Get_hw_resource_info(NULL), MPI_ERR_ARG);
}

/* Whether a status is empty (MPI 4.1, section 3.7.3). The tests below inspect requests without
 * completing them, which must never change the requests. */
static int is_empty(const MPI_Status *status) {
    int count = -1;
    MPI_Get_count(status, MPI_INT, &count);
    return status->MPI_SOURCE == MPI_ANY_SOURCE && status->MPI_TAG == MPI_ANY_TAG &&
           status->MPI_ERROR == MPI_SUCCESS && !count;
}

/* Sends a word to this rank itself, and waits until its receive has got it. Other messages may
 * arrive before. */
static void send_to_self(int tag, MPI_Request receive) {
    int sent = 40, flag = 0;
    MPI_Send(&sent, 1, MPI_INT, 0, tag, MPI_COMM_SELF);
    while (!flag)
        MPI_Request_get_status(receive, &flag, MPI_STATUS_IGNORE);
}

static void looks(void) {
    enum { N = 3 };
    int values[N] = {-1, -1, -1}, flag = -1, index = -1, done = -1, indices[N];
    MPI_Request requests[N];
    MPI_Status status, statuses[N];
    MPI_Comm self = MPI_COMM_SELF;
    for (int i = 0; i < N; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, 0, i, self, &requests[i]);
    CHECK_EQUAL(MPI_Request_get_status_any(N, requests, &index, &flag, &status), MPI_SUCCESS);
    CHECK(!flag);
    CHECK_EQUAL(index, MPI_UNDEFINED);
    CHECK_EQUAL(MPI_Request_get_status_some(N, requests, &done, indices, statuses), MPI_SUCCESS);
    CHECK_EQUAL(done, 0);
    send_to_self(1, requests[1]);
    for (int i = 0; i < 2; i++) {
        CHECK_EQUAL(MPI_Request_get_status_any(N, requests, &index, &flag, &status), MPI_SUCCESS);
        CHECK(flag);
        CHECK_EQUAL(index, 1);
        CHECK_EQUAL(status.MPI_TAG, 1);
        CHECK_EQUAL(MPI_Request_get_status_all(N, requests, &flag, statuses), MPI_SUCCESS);
        CHECK(!flag);
    }
    send_to_self(2, requests[2]);
    CHECK_EQUAL(MPI_Request_get_status_some(N, requests, &done, indices, statuses), MPI_SUCCESS);
    CHECK_EQUAL(done, 2);
    CHECK(indices[0] == 1 && indices[1] == 2);
    CHECK_EQUAL(statuses[1].MPI_TAG, 2);
    send_to_self(0, requests[0]);
    CHECK_EQUAL(MPI_Request_get_status_all(N, requests, &flag, statuses), MPI_SUCCESS);
    CHECK(flag);
    for (int i = 0; i < N; i++) {
        CHECK_EQUAL(statuses[i].MPI_TAG, i);
        CHECK(requests[i] != MPI_REQUEST_NULL);
    }
    CHECK_EQUAL(MPI_Waitall(N, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    /* No request is active. */
    status.MPI_ERROR = MPI_ERR_OTHER;
    CHECK_EQUAL(MPI_Request_get_status_any(N, requests, &index, &flag, &status), MPI_SUCCESS);
    CHECK(flag && index == MPI_UNDEFINED);
    CHECK(is_empty(&status));
    status.MPI_ERROR = MPI_ERR_OTHER;
    CHECK_EQUAL(MPI_Wait(&requests[0], &status), MPI_SUCCESS);
    CHECK(is_empty(&status));
    MPI_Request inactive;
    MPI_Recv_init(values, 1, MPI_INT, 0, 0, self, &inactive);
    status.MPI_ERROR = MPI_ERR_OTHER;
    CHECK_EQUAL(MPI_Wait(&inactive, &status), MPI_SUCCESS);
    CHECK(is_empty(&status));
    MPI_Request_free(&inactive);
    CHECK_EQUAL(MPI_Request_get_status_some(N, requests, &done, indices, statuses), MPI_SUCCESS);
    CHECK_EQUAL(done, MPI_UNDEFINED);
    CHECK_EQUAL(MPI_Request_get_status_all(0, NULL, &flag, NULL), MPI_SUCCESS);
    CHECK(flag);
    MPI_Request wrong = (MPI_Request)&values;
    CHECK_CLASS(MPI_Request_get_status_all(1, &wrong, &flag, statuses), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Request_get_status_any(-1, requests, &index, &flag, &status), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Request_get_status_some(N, requests, &done, NULL, statuses), MPI_ERR_ARG);
}

/* Requests whose handles were freed are still carried out. */
static void disconnect(void) {
    MPI_Comm comm, none = MPI_COMM_NULL;
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    static int sent[200], received[200];
    MPI_Request request;
    for (int i = 0; i < 200; i++)
        sent[i] = rank + i;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(received, 200, MPI_INT, from, 1, comm, &request);
    MPI_Request_free(&request);
    MPI_Isend(sent, 200, MPI_INT, to, 1, comm, &request);
    MPI_Request_free(&request);
    CHECK_EQUAL(MPI_Comm_disconnect(&comm), MPI_SUCCESS);
    CHECK(comm == MPI_COMM_NULL);
    for (int i = 0; i < 200; i++)
        CHECK_EQUAL(received[i], from + i);
    CHECK_CLASS(MPI_Comm_disconnect(&none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_disconnect(NULL), MPI_ERR_ARG);
    MPI_Comm self = MPI_COMM_SELF;
    CHECK_CLASS(MPI_Comm_disconnect(&self), MPI_ERR_COMM);
}

static const struct test tests[] = {
    {"facilities: threads", threads},       {"levels: memory", memory},
    {"facilities: resources", resources},   {"levels: looking at requests", looks},
    {"facilities: disconnect", disconnect}, {0},
};

int main(int argc, char **argv) {
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}
