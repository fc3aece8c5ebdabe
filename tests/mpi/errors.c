/* A wrong argument gives the class that the standard names, and leaves the library usable. */
#include "check.h"

static int value, result;

static void handlers(void) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    CHECK_EQUAL(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler), MPI_SUCCESS);
    CHECK(handler == MPI_ERRORS_RETURN);
    CHECK_EQUAL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler), MPI_SUCCESS);
    CHECK(handler == MPI_ERRORS_ARE_FATAL);
    CHECK_EQUAL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), MPI_SUCCESS);
    CHECK_CLASS(MPI_Comm_set_errhandler(MPI_COMM_NULL, MPI_ERRORS_RETURN), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_get_errhandler(MPI_COMM_NULL, &handler), MPI_ERR_COMM);
    CHECK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRHANDLER_NULL) != MPI_SUCCESS);
}

static void communicator(void) {
    MPI_Comm none = MPI_COMM_NULL;
    CHECK_CLASS(MPI_Comm_rank(none, &result), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_size(none, &result), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Send(&value, 1, MPI_INT, 0, 0, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Recv(&value, 1, MPI_INT, 0, 0, none, MPI_STATUS_IGNORE), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Barrier(none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Bcast(&value, 1, MPI_INT, 0, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Reduce(&value, &result, 1, MPI_INT, MPI_SUM, 0, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_SUM, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Gather(&value, 1, MPI_INT, &result, 1, MPI_INT, 0, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Scatter(&value, 1, MPI_INT, &result, 1, MPI_INT, 0, none), MPI_ERR_COMM);
}

static void send_arguments(void) {
    MPI_Comm world = MPI_COMM_WORLD;
    CHECK_CLASS(MPI_Send(&value, -1, MPI_INT, 0, 0, world), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, world), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Send(&value, 1, MPI_INT, size, 0, world), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Send(&value, 1, MPI_INT, -7, 0, world), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, world), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Send(&value, 1, MPI_INT, 0, -5, world), MPI_ERR_TAG);
    CHECK_CLASS(MPI_Send(&value, 1, MPI_INT, 0, MPI_ANY_TAG, world), MPI_ERR_TAG);
    CHECK_CLASS(MPI_Send(NULL, 1, MPI_INT, 0, 0, world), MPI_ERR_BUFFER);
}

static void receive_arguments(void) {
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Status status;
    CHECK_CLASS(MPI_Recv(&value, -1, MPI_INT, 0, 0, world, &status), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Recv(&value, 1, MPI_DATATYPE_NULL, 0, 0, world, &status), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Recv(&value, 1, MPI_INT, size, 0, world, &status), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Recv(&value, 1, MPI_INT, -7, 0, world, &status), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Recv(&value, 1, MPI_INT, 0, -5, world, &status), MPI_ERR_TAG);
    CHECK_CLASS(MPI_Recv(NULL, 1, MPI_INT, 0, 0, world, &status), MPI_ERR_BUFFER);
}

static void sendrecv_arguments(void) {
    MPI_Comm self = MPI_COMM_SELF;
    MPI_Status status;
    CHECK_CLASS(MPI_Sendrecv(&value, -1, MPI_INT, 0, 0, &result, 1, MPI_INT, 0, 0, self, &status),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, &result, -1, MPI_INT, 0, 0, self, &status),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Sendrecv(&value, 1, MPI_INT, 1, 0, &result, 1, MPI_INT, 0, 0, self, &status),
                MPI_ERR_RANK);
    CHECK_CLASS(MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, &result, 1, MPI_INT, 1, 0, self, &status),
                MPI_ERR_RANK);
    CHECK_CLASS(MPI_Sendrecv(&value, 1, MPI_INT, 0, -4, &result, 1, MPI_INT, 0, 0, self, &status),
                MPI_ERR_TAG);
}

static void collective_arguments(void) {
    MPI_Comm self = MPI_COMM_SELF;
    CHECK_CLASS(MPI_Bcast(&value, 1, MPI_INT, 1, self), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Bcast(&value, 1, MPI_INT, -1, self), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Bcast(&value, -1, MPI_INT, 0, self), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, self), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Reduce(&value, &result, 1, MPI_INT, MPI_SUM, 7, self), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Reduce(&value, &value, 1, MPI_INT, MPI_SUM, 0, self), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Allreduce(&value, &value, 1, MPI_INT, MPI_SUM, self), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Gather(&value, 1, MPI_INT, &result, 1, MPI_INT, 1, self), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Gather(&value, -1, MPI_INT, &result, 1, MPI_INT, 0, self), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Scatter(&value, 1, MPI_INT, &result, 1, MPI_INT, 1, self), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Scatter(&value, 1, MPI_INT, &result, -1, MPI_INT, 0, self), MPI_ERR_COUNT);
}

static void operations(void) {
    MPI_Comm self = MPI_COMM_SELF;
    double real[4] = {0}, real_result[4];
    CHECK_CLASS(MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_OP_NULL, self), MPI_ERR_OP);
    CHECK_CLASS(MPI_Reduce(&value, &result, 1, MPI_INT, MPI_OP_NULL, 0, self), MPI_ERR_OP);
    CHECK_CLASS(MPI_Allreduce(real, real_result, 1, MPI_DOUBLE, MPI_BAND, self), MPI_ERR_OP);
    CHECK_CLASS(MPI_Allreduce(real, real_result, 1, MPI_DOUBLE, MPI_MINLOC, self), MPI_ERR_OP);
    CHECK_CLASS(MPI_Allreduce(real, real_result, 1, MPI_C_DOUBLE_COMPLEX, MPI_MAX, self),
                MPI_ERR_OP);
    CHECK_CLASS(MPI_Allreduce(real, real_result, 1, MPI_DOUBLE_INT, MPI_SUM, self), MPI_ERR_OP);
    CHECK_CLASS(MPI_Allreduce(real, real_result, 1, MPI_BYTE, MPI_SUM, self), MPI_ERR_OP);
}

/* The status has source and tag. The part that fits has been received, and memory beyond it is
 * unchanged. */
static void truncation(void) {
    static const int lengths[] = {5, 100};
    for (int i = 0; i < 2; i++) {
        int out[100], in[4] = {-1, -1, -1, -1};
        MPI_Status status;
        for (int k = 0; k < 100; k++)
            out[k] = k + 10;
        int to = (rank + 1) % size, from = (rank + size - 1) % size;
        CHECK_CLASS(MPI_Sendrecv(out, lengths[i], MPI_INT, to, 8, in, 3, MPI_INT, from, 8,
                                 MPI_COMM_WORLD, &status),
                    MPI_ERR_TRUNCATE);
        CHECK_EQUAL(in[3], -1);
    }
}

static const struct test tests[] = {
    {"errors: handlers", handlers},
    {"errors: communicator", communicator},
    {"errors: send", send_arguments},
    {"errors: receive", receive_arguments},
    {"errors: sendrecv", sendrecv_arguments},
    {"errors: collectives", collective_arguments},
    {"errors: operations", operations},
    {"errors: truncation", truncation},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
