/* Nonblocking and persistent operations, the send modes, and completion of any, some and all.
 * Relies on buffering. */
#include "check.h"

#define LARGE 100 /* words of a message that does not fit into an inbox element */

static int partner(void) {
    int other = rank ^ 1;
    return other < size ? other : MPI_PROC_NULL;
}

static void fill(int *data, int count, int seed) {
    for (int i = 0; i < count; i++)
        data[i] = seed * 1000 + i;
}

static int is_filled(const int *data, int count, int seed) {
    for (int i = 0; i < count; i++)
        if (data[i] != seed * 1000 + i)
            return 0;
    return 1;
}

typedef int send_function(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int start_function(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static send_function *const modes[] = {MPI_Send, MPI_Ssend, MPI_Bsend, MPI_Rsend};
static start_function *const nonblocking[] = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
static start_function *const persistent[] = {MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init,
                                             MPI_Rsend_init};
static const int counts[] = {0, 1, 14, 15, LARGE};
#define COUNTS 5

static char attached[COUNTS * (LARGE * 4 + MPI_BSEND_OVERHEAD)];

/* The receives are posted before the sends, as the ready mode requires. */
static void every_mode(void) {
    static int out[LARGE], in[LARGE];
    int other = partner(), word;
    MPI_Buffer_attach(attached, sizeof attached);
    for (int mode = 0; mode < 4; mode++)
        for (int i = 0; i < COUNTS; i++) {
            MPI_Request receive;
            MPI_Status status;
            int count = -1;
            fill(out, counts[i], rank + mode);
            memset(in, 0, sizeof in);
            MPI_Irecv(in, LARGE, MPI_INT, other, mode, MPI_COMM_WORLD, &receive);
            MPI_Sendrecv(&i, 1, MPI_INT, other, 9, &word, 1, MPI_INT, other, 9, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            modes[mode](out, counts[i], MPI_INT, other, mode, MPI_COMM_WORLD);
            MPI_Wait(&receive, &status);
            CHECK(receive == MPI_REQUEST_NULL);
            MPI_Get_count(&status, MPI_INT, &count);
            CHECK_EQUAL(count, other == MPI_PROC_NULL ? 0 : counts[i]);
            CHECK_EQUAL(status.MPI_SOURCE, other);
            CHECK(other == MPI_PROC_NULL || is_filled(in, counts[i], other + mode));
        }
    void *buffer;
    int bytes;
    MPI_Buffer_detach(&buffer, &bytes);
    CHECK(buffer == attached);
    CHECK_EQUAL(bytes, sizeof attached);
}

/* All ranks send to all at once, in all modes and lengths. Then all receives complete. */
static void all_at_once(void) {
    static int out[COUNTS][LARGE];
    int(*in)[LARGE] = malloc(sizeof *in * (size_t)size * COUNTS);
    MPI_Request *requests = malloc(sizeof *requests * (size_t)size * COUNTS * 2);
    MPI_Status *statuses = malloc(sizeof *statuses * (size_t)size * COUNTS * 2);
    int n = 0;
    MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
    for (int from = 0; from < size; from++)
        for (int i = 0; i < COUNTS; i++)
            MPI_Irecv(in[from * COUNTS + i], LARGE, MPI_INT, from, i, MPI_COMM_WORLD,
                      &requests[n++]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < COUNTS; i++) {
        fill(out[i], counts[i], rank);
        for (int step = 0; step < size; step++)
            nonblocking[(i + step) % 4](out[i], counts[i], MPI_INT, (rank + step) % size, i,
                                        MPI_COMM_WORLD, &requests[n++]);
    }
    CHECK_EQUAL(MPI_Waitall(n, requests, statuses), MPI_SUCCESS);
    for (int k = 0; k < size * COUNTS; k++) {
        int count = -1;
        MPI_Get_count(&statuses[k], MPI_INT, &count);
        CHECK_EQUAL(count, counts[k % COUNTS]);
        CHECK_EQUAL(statuses[k].MPI_SOURCE, k / COUNTS);
        CHECK_EQUAL(statuses[k].MPI_TAG, k % COUNTS);
        CHECK_EQUAL(statuses[k].MPI_ERROR, MPI_SUCCESS);
        CHECK(is_filled(in[k], count, k / COUNTS));
    }
    for (int k = 0; k < n; k++)
        CHECK(requests[k] == MPI_REQUEST_NULL);
    MPI_Buffer_flush();
    void *buffer;
    int bytes;
    MPI_Buffer_detach(&buffer, &bytes);
    CHECK(buffer == MPI_BUFFER_AUTOMATIC);
    free(in);
    free(requests);
    free(statuses);
}

/* There are more sends in progress than any table has entries. */
static void many_large_ones(void) {
    enum { MANY = 250, WORDS = 15 };
    static int out[MANY][WORDS], in[MANY][WORDS];
    static MPI_Request requests[MANY];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < MANY; i++) {
        fill(out[i], WORDS, rank + i);
        MPI_Isend(out[i], WORDS, MPI_INT, right, i % 7, MPI_COMM_WORLD, &requests[i]);
    }
    for (int tag = 6; tag >= 0; tag--)
        for (int i = tag; i < MANY; i += 7)
            MPI_Recv(in[i], WORDS, MPI_INT, left, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < MANY; i++)
        CHECK(is_filled(in[i], WORDS, left + i));
}

/* There are more long messages than the library fetches at a time, and one of them is too long.
 * All messages have arrived when their receives are posted, and they complete from the last to
 * the first. */
static void long_ones_in_a_row(void) {
    enum { MANY = 6, WORDS = 1000, ROOM = 300, CUT = 2 };
    static int out[MANY][WORDS], in[MANY][WORDS];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request sends[MANY], receives[MANY];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < MANY; i++) {
        fill(out[i], WORDS, rank + i);
        memset(in[i], -1, sizeof in[i]);
        MPI_Isend(out[i], WORDS, MPI_INT, right, i, MPI_COMM_WORLD, &sends[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < MANY; i++)
        MPI_Irecv(in[i], i == CUT ? ROOM : WORDS, MPI_INT, left, i, MPI_COMM_WORLD, &receives[i]);
    for (int i = MANY - 1; i >= 0; i--) {
        CHECK_CLASS(MPI_Wait(&receives[i], MPI_STATUS_IGNORE),
                    i == CUT ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
        CHECK(i == CUT || is_filled(in[i], WORDS, left + i));
    }
    CHECK_EQUAL(in[CUT][ROOM], -1);
    MPI_Waitall(MANY, sends, MPI_STATUSES_IGNORE);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* A synchronous send does not complete before its receive has started. This also holds for a
 * send of constants, which other processes cannot fetch directly. */
static void synchronous_waits(void) {
    static const int constants[LARGE] = {7, 8, 9};
    static int variables[LARGE] = {4, 5}, in[LARGE];
    int other = partner();
    for (int k = 0; k < 2 && other != MPI_PROC_NULL; k++) {
        const int *out = k ? constants : variables;
        int count = k ? LARGE : 2, flag = -1;
        if (rank % 2 == 0) {
            MPI_Request request;
            MPI_Issend(out, count, MPI_INT, other, 1, MPI_COMM_WORLD, &request);
            for (int i = 0; i < 20; i++) {
                MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
                CHECK_EQUAL(flag, 0);
            }
            MPI_Send(NULL, 0, MPI_INT, other, 2, MPI_COMM_WORLD);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(NULL, 0, MPI_INT, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Recv(in, LARGE, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(memcmp(in, out, (size_t)count * sizeof *in) == 0);
        }
    }
}

static void again_and_again(void) {
    static int out[COUNTS][LARGE], in[COUNTS][LARGE];
    MPI_Request requests[2 * COUNTS];
    int right = (rank + 1) % size, left = (rank + size - 1) % size, flag = 0;
    for (int mode = 0; mode < 4; mode++) {
        if (mode == 3)
            continue; /* ready mode needs more care, see every_mode */
        MPI_Buffer_attach(attached, sizeof attached);
        for (int i = 0; i < COUNTS; i++) {
            MPI_Recv_init(in[i], LARGE, MPI_INT, left, i, MPI_COMM_WORLD, &requests[i]);
            persistent[mode](out[i], counts[i], MPI_INT, right, i, MPI_COMM_WORLD,
                             &requests[COUNTS + i]);
        }
        MPI_Testall(2 * COUNTS, requests, &flag, MPI_STATUSES_IGNORE);
        CHECK_EQUAL(flag, 1); /* no request is active */
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < COUNTS; i++)
                fill(out[i], counts[i], rank + round);
            MPI_Startall(COUNTS, requests);
            for (int i = 0; i < COUNTS; i++)
                MPI_Start(&requests[COUNTS + i]);
            MPI_Waitall(2 * COUNTS, requests, MPI_STATUSES_IGNORE);
            for (int i = 0; i < COUNTS; i++)
                CHECK(is_filled(in[i], counts[i], left + round));
        }
        for (int i = 0; i < 2 * COUNTS; i++) {
            MPI_Request_free(&requests[i]);
            CHECK(requests[i] == MPI_REQUEST_NULL);
        }
        void *buffer;
        int bytes;
        MPI_Buffer_detach(&buffer, &bytes);
    }
}

/* Requests complete in any order, each once and with its own status. */
static void one_by_one(void) {
    enum { MANY = 12 };
    int in[MANY], seen = 0, index = -1, flag = 0, done, indices[MANY];
    MPI_Request requests[MANY];
    MPI_Status status, statuses[MANY];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int way = 0; way < 4; way++) {
        for (int i = 0; i < MANY; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, left, i, MPI_COMM_WORLD, &requests[i]);
        for (int i = MANY - 1; i >= 0; i--)
            MPI_Send(&i, 1, MPI_INT, right, i, MPI_COMM_WORLD);
        for (int left_over = MANY; left_over > 0; left_over -= done) {
            done = 1;
            if (way == 0) {
                MPI_Waitany(MANY, requests, &index, &status);
            } else if (way == 1) {
                do
                    MPI_Testany(MANY, requests, &index, &flag, &status);
                while (!flag);
            } else {
                do
                    (way == 2 ? MPI_Waitsome : MPI_Testsome)(MANY, requests, &done, indices,
                                                             statuses);
                while (done == 0);
                CHECK(done > 0 && done <= left_over);
            }
            for (int i = 0; i < done; i++) {
                int which = way < 2 ? index : indices[i];
                CHECK(requests[which] == MPI_REQUEST_NULL);
                CHECK_EQUAL(in[which], which);
                CHECK_EQUAL((way < 2 ? &status : &statuses[i])->MPI_TAG, which);
                seen += 1 << which;
            }
        }
        CHECK_EQUAL(seen, (1 << MANY) - 1);
        seen = 0;
        MPI_Waitany(MANY, requests, &index, &status);
        CHECK_EQUAL(index, MPI_UNDEFINED);
        MPI_Testany(MANY, requests, &index, &flag, &status);
        CHECK_EQUAL(flag, 1);
        CHECK_EQUAL(index, MPI_UNDEFINED);
        MPI_Waitsome(MANY, requests, &done, indices, statuses);
        CHECK_EQUAL(done, MPI_UNDEFINED);
    }
}

static void status_without_completion(void) {
    int value = rank, in = -1, flag = 0;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &request);
    MPI_Request_get_status(request, &flag, &status);
    CHECK_EQUAL(flag, 0);
    MPI_Send(&value, 1, MPI_INT, rank, 4, MPI_COMM_WORLD);
    while (!flag)
        MPI_Request_get_status(request, &flag, &status);
    CHECK(request != MPI_REQUEST_NULL);
    CHECK_EQUAL(status.MPI_TAG, 4);
    MPI_Wait(&request, &status);
    CHECK_EQUAL(in, rank);
    MPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status);
    CHECK_EQUAL(flag, 1);
    CHECK_EQUAL(status.MPI_SOURCE, MPI_ANY_SOURCE);
    MPI_Wait(&request, &status);
    CHECK_EQUAL(status.MPI_TAG, MPI_ANY_TAG);
}

static void cancelled(void) {
    int in = 17, flag = -1, value = 3;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK_EQUAL(flag, 1);
    MPI_Send(&value, 1, MPI_INT, rank, 5, MPI_COMM_WORLD);
    CHECK_EQUAL(in, 17);
    MPI_Irecv(&in, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK_EQUAL(flag, 0);
    CHECK_EQUAL(in, 3);
    /* A request that has met its message cannot be cancelled any more. */
    MPI_Irecv(&in, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request);
    MPI_Sendrecv(&rank, 1, MPI_INT, rank, 5, &value, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (flag = 0; !flag;)
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK_EQUAL(flag, 0);
    CHECK_EQUAL(in, rank);
}

/* A request whose handle is freed continues. */
static void freed_while_active(void) {
    static int out[LARGE];
    int in[LARGE], right = (rank + 1) % size, left = (rank + size - 1) % size;
    fill(out, LARGE, rank);
    for (int i = 0; i < 40; i++) {
        MPI_Request request;
        MPI_Isend(out, LARGE, MPI_INT, right, i, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        CHECK(request == MPI_REQUEST_NULL);
    }
    for (int i = 0; i < 40; i++) {
        MPI_Recv(in, LARGE, MPI_INT, left, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(is_filled(in, LARGE, left));
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void replaced(void) {
    static int data[LARGE], both[LARGE];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Status status;
    MPI_Request request;
    for (int i = 0; i < COUNTS; i++) {
        fill(data, counts[i], rank);
        MPI_Sendrecv_replace(data, counts[i], MPI_INT, right, 6, left, 6, MPI_COMM_WORLD, &status);
        CHECK_EQUAL(status.MPI_SOURCE, left);
        CHECK(is_filled(data, counts[i], left));
        MPI_Isendrecv_replace(data, counts[i], MPI_INT, left, 6, right, 6, MPI_COMM_WORLD,
                              &request);
        MPI_Wait(&request, &status);
        CHECK_EQUAL(status.MPI_SOURCE, right);
        CHECK(is_filled(data, counts[i], rank));
        MPI_Isendrecv(data, counts[i], MPI_INT, right, 6, both, LARGE, MPI_INT, left, 6,
                      MPI_COMM_WORLD, &request);
        MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
        CHECK(is_filled(both, counts[i], left));
    }
}

static const struct test tests[] = {
    {"requests: every mode", every_mode},
    {"requests: all at once", all_at_once},
    {"requests: many large ones", many_large_ones},
    {"requests: long ones in a row", long_ones_in_a_row},
    {"requests: a synchronous send waits", synchronous_waits},
    {"requests: persistent", again_and_again},
    {"requests: any and some", one_by_one},
    {"requests: status without completion", status_without_completion},
    {"requests: cancelled", cancelled},
    {"requests: freed while active", freed_while_active},
    {"requests: replaced", replaced},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
