/* Nonblocking and persistent collectives: several at a time, mixed with messages and blocking
 * collectives, checked against formulas and the blocking functions. */
#include <stdbool.h>

#include "check.h"

enum { MOST = 64, LENGTH = 40, ROUNDS = 12 };

static uint32_t state; /* equal on all ranks */

static int value(int from, int index, int salt) {
    return from * 1000 + index * 7 + salt;
}

/* ---- Random collectives, several in progress, completed in any order ---- */

struct job {
    int kind, root, count, salt;
    int *from, *to, *expected;
    int counts[MOST], places[MOST];
    MPI_Datatype types[MOST];
    MPI_Request request;
};

enum { KINDS = 16 };

static void make(struct job *job, int salt) {
    job->kind = (int)(random_next(&state) % KINDS);
    job->root = (int)(random_next(&state) % (uint32_t)size);
    job->count =
        (int)(random_next(&state) % LENGTH) * (random_next(&state) % 4 || size > 4 ? 1 : 16);
    job->salt = salt;
    size_t all = (size_t)(job->count + 1) * (size_t)size;
    job->from = malloc(all * sizeof(int));
    job->to = malloc(all * sizeof(int));
    job->expected = malloc(all * sizeof(int));
    for (size_t i = 0; i < all; i++) {
        job->from[i] = value(rank, (int)i, salt);
        job->to[i] = job->expected[i] = job->kind == 1 && rank == job->root ? job->from[i] : -1;
    }
    for (int i = 0; i < size; i++) {
        job->counts[i] = job->count;
        job->places[i] = i * job->count;
        job->types[i] = MPI_INT;
    }
}

#define COMM MPI_COMM_WORLD
#define CASE(NUMBER, NAME, ...)                                                                    \
    case NUMBER:                                                                                   \
        if (blocking)                                                                              \
            MPI_##NAME(__VA_ARGS__, COMM);                                                         \
        else                                                                                       \
            MPI_I##NAME(__VA_ARGS__, COMM, &job->request);                                         \
        break;
#define MPI_IBcast MPI_Ibcast
#define MPI_IGather MPI_Igather
#define MPI_IScatter MPI_Iscatter
#define MPI_IAllgather MPI_Iallgather
#define MPI_IAlltoall MPI_Ialltoall
#define MPI_IReduce MPI_Ireduce
#define MPI_IAllreduce MPI_Iallreduce
#define MPI_IScan MPI_Iscan
#define MPI_IExscan MPI_Iexscan
#define MPI_IReduce_scatter MPI_Ireduce_scatter
#define MPI_IReduce_scatter_block MPI_Ireduce_scatter_block
#define MPI_IGatherv MPI_Igatherv
#define MPI_IScatterv MPI_Iscatterv
#define MPI_IAllgatherv MPI_Iallgatherv
#define MPI_IAlltoallv MPI_Ialltoallv
#define MPI_IAlltoallw MPI_Ialltoallw

static void begin(struct job *job, int blocking, int *to) {
    int *from = job->from, count = job->count, root = job->root;
    int bytes[MOST];
    for (int i = 0; i < size; i++)
        bytes[i] = job->places[i] * (int)sizeof(int);
    static int kept[32][MOST];
    int *places = memcpy(kept[job->salt % 32], bytes, sizeof bytes);
    switch (job->kind) {
        CASE(0, Allreduce, from, to, count, MPI_INT, MPI_SUM)
        CASE(1, Bcast, to, count, MPI_INT, root)
        CASE(2, Gather, from, count, MPI_INT, to, count, MPI_INT, root)
        CASE(3, Scatter, from, count, MPI_INT, to, count, MPI_INT, root)
        CASE(4, Allgather, from, count, MPI_INT, to, count, MPI_INT)
        CASE(5, Alltoall, from, count, MPI_INT, to, count, MPI_INT)
        CASE(6, Reduce, from, to, count, MPI_INT, MPI_MAX, root)
        CASE(7, Scan, from, to, count, MPI_INT, MPI_SUM)
        CASE(8, Exscan, from, to, count, MPI_INT, MPI_SUM)
        CASE(9, Reduce_scatter, from, to, job->counts, MPI_INT, MPI_SUM)
        CASE(10, Reduce_scatter_block, from, to, count, MPI_INT, MPI_SUM)
        CASE(11, Gatherv, from, count, MPI_INT, to, job->counts, job->places, MPI_INT, root)
        CASE(12, Scatterv, from, job->counts, job->places, MPI_INT, to, count, MPI_INT, root)
        CASE(13, Allgatherv, from, count, MPI_INT, to, job->counts, job->places, MPI_INT)
        CASE(14, Alltoallv, from, job->counts, job->places, MPI_INT, to, job->counts, job->places,
             MPI_INT)
        CASE(15, Alltoallw, from, job->counts, places, job->types, to, job->counts, places,
             job->types)
    }
}

static void end(struct job *job) {
    int *got = job->to, wrong = 0;
    begin(job, 1, job->expected);
    for (int i = 0; i < (job->count + 1) * size; i++)
        wrong += got[i] != job->expected[i];
    if (wrong)
        printf("rank %d: kind %d, %d elements, root %d: %d differ\n", rank, job->kind, job->count,
               job->root, wrong);
    CHECK_EQUAL(wrong, 0);
    free(job->from), free(job->to), free(job->expected);
}

static void many_at_a_time(void) {
    enum { JOBS = 5 };
    static struct job jobs[JOBS];
    MPI_Request requests[JOBS + 2];
    uint32_t own = 77u + (uint32_t)rank;
    state = 0x2545f491;
    for (int round = 0; round < ROUNDS; round++) {
        int next = (rank + 1) % size, before = (rank + size - 1) % size, sent = rank, got = -1;
        for (int i = 0; i < JOBS; i++) {
            make(&jobs[i], round * JOBS + i);
            begin(&jobs[i], 0, jobs[i].to);
            requests[i] = jobs[i].request;
            if (i == 2) {
                int one = 1, sum = 0;
                MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, COMM);
                CHECK_EQUAL(sum, size);
            }
        }
        MPI_Irecv(&got, 1, MPI_INT, before, round, COMM, &requests[JOBS]);
        MPI_Isend(&sent, 1, MPI_INT, next, round, COMM, &requests[JOBS + 1]);
        /* Each rank completes the collectives in its own order and in its own way. */
        for (int left = JOBS + 2, done, index, flag; left;) {
            switch (random_next(&own) % 3) {
            case 0:
                MPI_Waitany(JOBS + 2, requests, &index, MPI_STATUS_IGNORE);
                left--;
                break;
            case 1:
                index = (int)(random_next(&own) % (JOBS + 2));
                if (requests[index] != MPI_REQUEST_NULL) {
                    MPI_Test(&requests[index], &flag, MPI_STATUS_IGNORE);
                    left -= flag;
                }
                break;
            default: {
                int indices[JOBS + 2];
                MPI_Testsome(JOBS + 2, requests, &done, indices, MPI_STATUSES_IGNORE);
                left -= done;
            }
            }
        }
        CHECK_EQUAL(got, before);
        for (int i = 0; i < JOBS; i++)
            end(&jobs[i]);
    }
}

/* ---- Few words, on several communicators, among blocking collectives ---- */

/* An operation of few words. Operand i of rank r is r + i + salt. */
struct few {
    int kind, count, root, salt, from[8], to[8];
    MPI_Comm comm;
    MPI_Request request;
};

enum { FEW_KINDS = 4 };

static void begin_few(struct few *few, bool blocking) {
    int own, count = few->count, *from = few->from, *to = few->to;
    MPI_Comm_rank(few->comm, &own);
    for (int i = 0; i < 8; i++) {
        from[i] = own + i + few->salt;
        to[i] = few->kind == 1 && own == few->root ? from[i] : -1;
    }
    few->request = MPI_REQUEST_NULL;
    switch (few->kind * 2 + blocking) {
    case 0:
        MPI_Iallreduce(from, to, count, MPI_INT, MPI_SUM, few->comm, &few->request);
        break;
    case 1:
        MPI_Allreduce(from, to, count, MPI_INT, MPI_SUM, few->comm);
        break;
    case 2:
        MPI_Ibcast(to, count, MPI_INT, few->root, few->comm, &few->request);
        break;
    case 3:
        MPI_Bcast(to, count, MPI_INT, few->root, few->comm);
        break;
    case 4:
        MPI_Ireduce(from, to, count, MPI_INT, MPI_SUM, few->root, few->comm, &few->request);
        break;
    case 5:
        MPI_Reduce(from, to, count, MPI_INT, MPI_SUM, few->root, few->comm);
        break;
    case 6:
        MPI_Ibarrier(few->comm, &few->request);
        break;
    default:
        MPI_Barrier(few->comm);
    }
}

static void check_few(const struct few *few) {
    int own, ranks;
    MPI_Comm_rank(few->comm, &own);
    MPI_Comm_size(few->comm, &ranks);
    bool is_given = few->kind != 3 && (few->kind != 2 || own == few->root);
    for (int i = 0; i < few->count && is_given; i++) {
        int sum = ranks * (ranks - 1) / 2 + ranks * (i + few->salt);
        CHECK_EQUAL(few->to[i], few->kind == 1 ? few->root + i + few->salt : sum);
    }
}

static void few_words(void) {
    enum { SHOTS = 6 };
    static struct few few[SHOTS];
    MPI_Comm comms[3] = {COMM};
    uint32_t own = 99u + (uint32_t)rank;
    state = 0x1234567;
    MPI_Comm_dup(COMM, &comms[1]);
    MPI_Comm_split(COMM, rank % 2, rank, &comms[2]);
    for (int round = 0; round < 2 * ROUNDS; round++) {
        for (int i = 0; i < SHOTS; i++) {
            int ranks, which = (int)(random_next(&state) % 3);
            uint32_t root = random_next(&state), blocking = random_next(&state) % 4 == 0;
            MPI_Comm_size(comms[which], &ranks);
            few[i].comm = comms[which];
            few[i].kind = (int)(random_next(&state) % FEW_KINDS);
            few[i].count = (int)(random_next(&state) % 8);
            few[i].root = (int)(root % (uint32_t)ranks);
            few[i].salt = round * SHOTS + i;
            for (volatile uint32_t late = random_next(&own) % 512; late; late--)
                ;
            begin_few(&few[i], blocking);
        }
        /* Each rank completes the collectives in its own order. */
        for (int i = (int)(random_next(&own) % SHOTS), left = SHOTS; left; left--) {
            MPI_Wait(&few[i].request, MPI_STATUS_IGNORE);
            i = i ? i - 1 : SHOTS - 1;
        }
        for (int i = 0; i < SHOTS; i++)
            check_few(&few[i]);
    }
    /* Freeing a communicator does not end its collectives that are in progress. */
    few[0] = (struct few){.kind = 3, .comm = comms[1]};
    few[1] = (struct few){.kind = 0, .count = 7, .comm = comms[1]};
    for (int i = 0; i < 2; i++)
        begin_few(&few[i], false);
    MPI_Comm_free(&comms[1]);
    for (int i = 1; i >= 0; i--)
        MPI_Wait(&few[i].request, MPI_STATUS_IGNORE);
    CHECK_EQUAL(few[1].to[6], size * (size - 1) / 2 + 6 * size);
    MPI_Comm_free(&comms[2]);
}

/* A call that starts an operation does not wait for other ranks, even if the operation uses cells
 * (words in the shared blocks). */
static void started_at_once(void) {
    MPI_Request requests[2];
    int word = rank, sum = 0, all = 0;
    for (int i = 0; i < 4; i++)
        MPI_Allreduce(&word, &all, 1, MPI_INT, MPI_SUM, COMM);
    if (rank == size - 1 && size > 1)
        MPI_Recv(NULL, 0, MPI_INT, 0, 5, COMM, MPI_STATUS_IGNORE);
    MPI_Iallreduce(&word, &sum, 1, MPI_INT, MPI_SUM, COMM, &requests[0]);
    MPI_Ibarrier(COMM, &requests[1]);
    if (rank == 0 && size > 1)
        MPI_Send(NULL, 0, MPI_INT, size - 1, 5, COMM);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK_EQUAL(sum, size * (size - 1) / 2);
}

/* ---- Barriers ---- */

static void barrier_waits_for_all(void) {
    MPI_Request request;
    int flag = 0, word = 0;
    if (rank == 0 && size > 1) {
        MPI_Ibarrier(COMM, &request);
        for (int i = 0; i < 20; i++) {
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
            CHECK(!flag);
        }
        MPI_Send(&word, 1, MPI_INT, 1, 3, COMM);
    } else {
        if (rank == 1)
            MPI_Recv(&word, 1, MPI_INT, 0, 3, COMM, MPI_STATUS_IGNORE);
        MPI_Ibarrier(COMM, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
}

/* ---- A user's operation that does not commute, 2×2 matrices, on a freed datatype ---- */

static void multiply(void *in, void *inout, int *length, MPI_Datatype *type) {
    (void)type;
    for (unsigned *a = in, *b = inout; a != (unsigned *)in + 4 * *length; a += 4, b += 4) {
        unsigned c[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
                         a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
        memcpy(b, c, sizeof c);
    }
}

static void users_operation(void) {
    MPI_Op op;
    MPI_Datatype matrix;
    MPI_Request request;
    unsigned mine[4] = {1, (unsigned)rank + 1, 0, 1 + (unsigned)rank % 2}, got[4] = {0};
    unsigned product[4] = {1, 0, 0, 1};
    int one = 1;
    for (int i = 0; i < size; i++) {
        unsigned other[4] = {1, (unsigned)i + 1, 0, 1 + (unsigned)i % 2};
        multiply(product, other, &one, NULL);
        memcpy(product, other, sizeof product);
    }
    MPI_Op_create(multiply, 0, &op);
    MPI_Type_contiguous(4, MPI_UNSIGNED, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Iallreduce(mine, got, 1, matrix, op, COMM, &request);
    MPI_Op_free(&op);
    MPI_Type_free(&matrix);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(got[i], product[i]);
}

/* ---- Persistent collectives ---- */

static void persistent(void) {
    MPI_Request requests[3];
    int mine = 0, sum = 0, word = 0, all[MOST];
    MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, COMM, MPI_INFO_NULL, &requests[0]);
    MPI_Bcast_init(&word, 1, MPI_INT, size - 1, COMM, MPI_INFO_NULL, &requests[1]);
    MPI_Allgather_init(&mine, 1, MPI_INT, all, 1, MPI_INT, COMM, MPI_INFO_NULL, &requests[2]);
    for (int round = 0; round < 4; round++) {
        mine = rank + round;
        word = rank == size - 1 ? 100 + round : -1;
        if (round % 2) {
            MPI_Startall(3, requests);
        } else {
            /* The order of starts may differ between ranks. */
            for (int i = 0; i < 3; i++)
                MPI_Start(&requests[(i + rank) % 3]);
        }
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        CHECK_EQUAL(sum, size * (size - 1) / 2 + size * round);
        CHECK_EQUAL(word, 100 + round);
        for (int i = 0; i < size; i++)
            CHECK_EQUAL(all[i], i + round);
    }
    for (int i = 0; i < 3; i++)
        MPI_Request_free(&requests[i]);
}

/* Before the operation is started, the test frees its datatype and reuses the datatype's slot. */
static void type_freed_before(void) {
    MPI_Request request;
    MPI_Datatype every_other, long_one;
    int words[6] = {0}, root = size - 1;
    for (int i = 0; i < 6; i++)
        words[i] = rank == root ? i : -1;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Bcast_init(words, 1, every_other, root, COMM, MPI_INFO_NULL, &request);
    MPI_Type_free(&every_other);
    MPI_Type_contiguous(6, MPI_INT, &long_one);
    MPI_Type_commit(&long_one);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 6; i++)
        CHECK_EQUAL(words[i], rank == root || i % 2 == 0 ? i : -1);
    MPI_Request_free(&request);
    MPI_Type_free(&long_one);
}

/* Arguments that matter only at the root may be invalid at other ranks. */
static void given_by_the_root(void) {
    MPI_Request requests[2];
    int one = rank, mine = -1, all[MOST], last = size - 1;
    bool is_root = rank == last;
    for (int i = 0; i < size; i++)
        all[i] = -1;
    MPI_Gather_init(&one, 1, MPI_INT, is_root ? all : NULL, is_root ? 1 : -1,
                    is_root ? MPI_INT : MPI_DATATYPE_NULL, last, COMM, MPI_INFO_NULL, &requests[0]);
    MPI_Start(&requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Scatter_init(is_root ? all : NULL, is_root ? 1 : -1, is_root ? MPI_INT : MPI_DATATYPE_NULL,
                     &mine, 1, MPI_INT, last, COMM, MPI_INFO_NULL, &requests[1]);
    MPI_Start(&requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    CHECK_EQUAL(mine, rank);
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
}

/* ---- Communicators ---- */

static void duplicates(void) {
    MPI_Comm one, other, third;
    MPI_Request requests[3];
    int sum, mine = 1;
    MPI_Comm_idup(COMM, &one, &requests[0]);
    MPI_Comm_idup_with_info(COMM, MPI_INFO_NULL, &other, &requests[1]);
    MPI_Comm_dup(COMM, &third);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Comm comms[3] = {one, other, third};
    for (int i = 0; i < 3; i++) {
        int result;
        MPI_Comm_compare(COMM, comms[i], &result);
        CHECK_EQUAL(result, MPI_CONGRUENT);
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comms[i], &requests[0]);
        MPI_Comm_free(&comms[i]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        CHECK_EQUAL(sum, size);
    }
}

/* A new communicator numbers its collectives from the beginning, even if an earlier communicator,
 * with other numbers, was at the same address. */
static void counted_anew(void) {
    MPI_Request request;
    MPI_Comm comm;
    int sum, mine = 1;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    for (int i = 0; i <= rank; i++) {
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&comm);
    MPI_Comm_dup(COMM, &comm);
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_EQUAL(sum, size);
    MPI_Comm_free(&comm);
}

/* ---- Errors ---- */

static int handled; /* errors that `count_error` has been called for */

/* Operations on two communicators, in progress at the same time, while both communicators get their
 * counters and cells (words in the shared blocks). */
static void two_communicators(void) {
    MPI_Comm comm[2];
    for (int i = 0; i < 2; i++)
        MPI_Comm_dup(COMM, &comm[i]);
    for (int round = 0; round < 20; round++) {
        int from[2] = {rank + round, 2 * rank + round}, to[2] = {-1, -1}, sum = size * (size - 1);
        MPI_Request request[2];
        for (int i = 0; i < 2; i++)
            if (round < 3)
                MPI_Iallreduce(&from[i], &to[i], 1, MPI_INT, MPI_SUM, comm[i], &request[i]);
            else
                MPI_Allreduce(&from[i], &to[i], 1, MPI_INT, MPI_SUM, comm[i]);
        if (round < 3)
            MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        CHECK_EQUAL(to[0], sum / 2 + size * round);
        CHECK_EQUAL(to[1], sum + size * round);
    }
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&comm[i]);
}

static void count_error(MPI_Comm *comm, int *error, ...) {
    (void)comm;
    CHECK_CLASS(*error, MPI_ERR_TRUNCATE);
    handled++;
}

/* If a mistake is found when the message arrives, the library reports it once, when the
 * operation is completed. */
static void late_error(void) {
    MPI_Errhandler handler;
    MPI_Request request;
    int words[4] = {0};
    MPI_Comm_create_errhandler(count_error, &handler);
    MPI_Comm_set_errhandler(COMM, handler);
    handled = 0;
    MPI_Ibcast(words, rank == 0 ? 4 : 2, MPI_INT, 0, COMM, &request);
    int error = MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_EQUAL(handled, error != MPI_SUCCESS);
    if (rank < 2)
        CHECK_CLASS(error, rank ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    MPI_Comm_set_errhandler(COMM, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler);
}

static void errors(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    int from[MOST] = {0}, to[MOST];
    MPI_Comm none = MPI_COMM_NULL;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Comm_set_errhandler(COMM, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Ibarrier(none, &request), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Ibarrier(COMM, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Ibcast(from, 1, MPI_INT, size, COMM, &request), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Ibcast(from, -1, MPI_INT, 0, COMM, &request), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Iallreduce(from, to, 1, MPI_INT, MPI_OP_NULL, COMM, &request), MPI_ERR_OP);
    CHECK_CLASS(MPI_Iallreduce(to, to, 1, MPI_INT, MPI_SUM, COMM, &request), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Iallgather(from, 1, MPI_DATATYPE_NULL, to, 1, MPI_INT, COMM, &request),
                MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Bcast_init(from, 1, MPI_INT, -1, COMM, info, &request), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Allreduce_init(from, to, -1, MPI_INT, MPI_SUM, COMM, info, &request),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Allreduce_init(from, to, 1, MPI_INT, MPI_OP_NULL, COMM, info, &request),
                MPI_ERR_OP);
    CHECK_CLASS(MPI_Reduce_scatter_init(from, to, NULL, MPI_INT, MPI_SUM, COMM, info, &request),
                MPI_ERR_ARG);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Ibarrier(COMM, &request);
    CHECK_CLASS(MPI_Cancel(&request), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Request_free(&request), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Start(&request), MPI_ERR_REQUEST);
    CHECK_CLASS(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    MPI_Comm_set_errhandler(COMM, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

/* Half of the ranks have completed a nonblocking collective when all begin a blocking one
 * without data, on a new communicator. All of them must choose the same algorithm. */
static void before_empty_blocks(void) {
    int *from = calloc((size_t)(8 * size), sizeof *from), *to = calloc((size_t)(8 * size), 4);
    for (int round = 0; round < 4; round++) {
        MPI_Comm comm;
        MPI_Request request;
        int number = -1, own = size - 1 - rank;
        MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
        MPI_Ialltoall(from, 8, MPI_INT, to, 8, MPI_INT, comm, &request);
        if (own % 2)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (round % 2)
            MPI_Gather(from, 0, MPI_INT, to, 0, MPI_INT, size > 1, comm);
        else
            MPI_Scatter(from, 0, MPI_INT, to, 0, MPI_INT, size > 1, comm);
        if (own % 2 == 0)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < size; i++)
            from[i] = i + round;
        MPI_Scatter(from, 1, MPI_INT, &number, 1, MPI_INT, 0, comm);
        CHECK_EQUAL(number, own + round);
        from[0] = 17 + round;
        MPI_Bcast(&from[0], 1, MPI_INT, 0, comm);
        CHECK_EQUAL(from[0], 17 + round);
        MPI_Comm_free(&comm);
    }
    free(from);
    free(to);
}

int main(int argc, char **argv) {
    static const struct test tests[] = {{"before empty blocks", before_empty_blocks},
                                        {"many at a time", many_at_a_time},
                                        {"few words", few_words},
                                        {"started at once", started_at_once},
                                        {"barrier", barrier_waits_for_all},
                                        {"a user's operation", users_operation},
                                        {"persistent", persistent},
                                        {"a datatype that is freed", type_freed_before},
                                        {"given by the root", given_by_the_root},
                                        {"duplicates", duplicates},
                                        {"counted anew", counted_anew},
                                        {"two communicators", two_communicators},
                                        {"a late error", late_error},
                                        {"errors", errors},
                                        {NULL, NULL}};
    return run_all(argc, argv, tests);
}
