/* Data with gaps in all modes: nonblocking, persistent and buffered sends; requests that are freed
 * early; probed messages; cancellation. */
#include "check.h"

#define ROWS 40
#define KEPT (-2.0) /* content of the gaps, which must not change */

/* short data, which fit into an inbox element at the receiver, slightly longer data, and much
 * longer data */
static const int lengths[] = {2, 21, ROWS};

static double out[ROWS][3], in[ROWS][3];
static int right, left;

/* `n` doubles with two doubles of space between them. */
static MPI_Datatype column(int n) {
    MPI_Datatype type;
    MPI_Type_vector(n, 1, 3, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

static double value(int of, int i, int seed) {
    return of * 1000 + i * 10 + seed;
}

static void prepare(int n, int seed) {
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    for (int i = 0; i < n; i++) {
        out[i][0] = value(rank, i, seed);
        out[i][1] = in[i][1] = KEPT;
        in[i][0] = -1;
    }
}

static void check_received(int n, int seed) {
    for (int i = 0; i < n; i++) {
        CHECK(in[i][0] == value(left, i, seed));
        CHECK(in[i][1] == KEPT);
    }
}

typedef int start(const void *buffer, int count, MPI_Datatype type, int destination, int tag,
                  MPI_Comm comm, MPI_Request *request);

static void nonblocking(void) {
    static start *const starts[] = {MPI_Isend, MPI_Issend, MPI_Irsend, MPI_Ibsend};
    static char buffer[4 * ROWS * sizeof(double) + 4 * MPI_BSEND_OVERHEAD];
    MPI_Buffer_attach(buffer, sizeof buffer);
    for (int k = 0; k < 3; k++)
        for (int mode = 0; mode < 4; mode++) {
            MPI_Datatype type = column(lengths[k]);
            MPI_Request requests[2];
            MPI_Status statuses[2];
            int count = -1;
            prepare(lengths[k], mode);
            MPI_Irecv(in, 1, type, left, mode, MPI_COMM_WORLD, &requests[0]);
            MPI_Barrier(MPI_COMM_WORLD); /* a ready send needs a posted receive */
            starts[mode](out, 1, type, right, mode, MPI_COMM_WORLD, &requests[1]);
            MPI_Type_free(&type); /* messages in flight must keep the type */
            MPI_Waitall(2, requests, statuses);
            MPI_Get_count(&statuses[0], MPI_DOUBLE, &count);
            CHECK_EQUAL(count, lengths[k]);
            check_received(lengths[k], mode);
        }
    void *detached;
    int bytes;
    MPI_Buffer_detach(&detached, &bytes);
}

/* Each start sends the current contents. */
static void persistent(void) {
    for (int k = 0; k < 3; k++) {
        MPI_Datatype type = column(lengths[k]);
        MPI_Request requests[2];
        prepare(lengths[k], 0);
        MPI_Send_init(out, 1, type, right, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv_init(in, 1, type, left, 0, MPI_COMM_WORLD, &requests[1]);
        for (int round = 0; round < 3; round++) {
            prepare(lengths[k], round);
            MPI_Startall(2, requests);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
            check_received(lengths[k], round);
        }
        MPI_Request_free(&requests[0]);
        MPI_Request_free(&requests[1]);
        MPI_Type_free(&type);
    }
}

/* A send whose handle was freed. Its message is probed and received by its message handle. */
static void probed(void) {
    for (int k = 0; k < 3; k++) {
        MPI_Datatype type = column(lengths[k]);
        MPI_Request request;
        MPI_Message message;
        MPI_Status status;
        int count = -1;
        prepare(lengths[k], 5);
        MPI_Isend(out, 1, type, right, 1, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Mprobe(left, 1, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, type, &count);
        CHECK_EQUAL(count, 1);
        MPI_Mrecv(in, 1, type, &message, &status);
        check_received(lengths[k], 5);
        MPI_Type_free(&type);
        MPI_Barrier(MPI_COMM_WORLD); /* from here on, the sent data may change */
    }
}

static void replaced(void) {
    for (int k = 0; k < 3; k++) {
        MPI_Datatype type = column(lengths[k]);
        prepare(lengths[k], 6);
        memcpy(in, out, sizeof in);
        MPI_Sendrecv_replace(in, 1, type, right, 2, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check_received(lengths[k], 6);
        MPI_Type_free(&type);
    }
}

static void cancelled(void) {
    MPI_Datatype type = column(ROWS);
    MPI_Request request;
    MPI_Status status;
    int flag = 0;
    prepare(ROWS, 0);
    MPI_Irecv(in, 1, type, left, 3, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
    for (int i = 0; i < ROWS; i++)
        CHECK(in[i][0] == -1);
    MPI_Type_free(&type);
}

/* All ranks fetch from rank 0 at once, so fetching is slower than copying. The blocks are single
 * words, a few words, or so long that each is fetched separately. */
static void crowded(void) {
    enum { WORDS = 960 };
    static const int blocks[] = {1, 5, 16, 30};
    static int row[WORDS], data[4 * WORDS + 1];
    MPI_Request *requests = malloc((size_t)size * sizeof *requests);
    for (int k = 0; k < 4; k++) {
        int block = blocks[k], wrong = 0;
        MPI_Datatype type;
        MPI_Type_vector(WORDS / block, block, 4 * block, MPI_INT, &type);
        MPI_Type_commit(&type);
        memset(data, -1, sizeof data);
        for (int i = 0; i < WORDS; i++)
            row[i] = i * 7 + k;
        for (int to = 0; rank == 0 && to < size; to++)
            MPI_Isend(row, WORDS, MPI_INT, to, k, MPI_COMM_WORLD, &requests[to]);
        MPI_Recv(data, 1, type, 0, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 0)
            MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < 4 * WORDS; i++) {
            int in_block = i / block % 4 == 0, at = i / (4 * block) * block + i % block;
            wrong += data[i] != (in_block ? at * 7 + k : -1);
        }
        CHECK_EQUAL(wrong, 0);
        MPI_Type_free(&type);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    free(requests);
}

static const struct test tests[] = {
    {"datatypes in modes: nonblocking", nonblocking},
    {"datatypes in modes: persistent", persistent},
    {"datatypes in modes: probed", probed},
    {"datatypes in modes: replaced", replaced},
    {"datatypes in modes: cancelled", cancelled},
    {"datatypes in modes: crowded", crowded},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
