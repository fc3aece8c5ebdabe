/* The large-count forms of messages, datatypes and packing give the same results as the other
 * forms, and report counts that are too large. */
#include "check.h"

/* A count that is too large: as a count of doubles with 64-bit addresses, and of bytes with 32-bit
 * addresses. */
#define TOO_MANY (INT64_MAX / 2)
#define LONG_ROW ((MPI_Count)3 << 31)
#define IS_SMALL (sizeof(void *) == 4)

#define N 5

static int from, to;
static int sent[N], received[N];
static MPI_Request request;

static void neighbours(void) {
    to = (rank + 1) % size;
    from = (rank + size - 1) % size;
    for (int i = 0; i < N; i++) {
        sent[i] = 100 * rank + i;
        received[i] = -1;
    }
}

static void check_received(const MPI_Status *status) {
    MPI_Count count;
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(received[i], 100 * from + i);
    CHECK_EQUAL(MPI_Get_count_c(status, MPI_INT, &count), MPI_SUCCESS);
    CHECK_EQUAL(count, N);
    CHECK_EQUAL(MPI_Get_elements_c(status, MPI_INT, &count), MPI_SUCCESS);
    CHECK_EQUAL(count, N);
    CHECK_EQUAL(status->MPI_SOURCE, from);
}

typedef int blocking(const void *, MPI_Count, MPI_Datatype, int, int, MPI_Comm);
typedef int started(const void *, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static char attached[4 * (MPI_BSEND_OVERHEAD + sizeof sent)];

static void sends(void) {
    static blocking *const functions[] = {MPI_Send_c, MPI_Ssend_c, MPI_Rsend_c, MPI_Bsend_c};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    CHECK_EQUAL(MPI_Buffer_attach_c(attached, sizeof attached), MPI_SUCCESS);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        neighbours();
        CHECK_EQUAL(MPI_Irecv_c(received, N, MPI_INT, from, 1, comm, &request), MPI_SUCCESS);
        MPI_Barrier(comm); /* in the ready mode, receives must be posted before */
        CHECK_EQUAL(functions[i](sent, N, MPI_INT, to, 1, comm), MPI_SUCCESS);
        MPI_Wait(&request, &status);
        check_received(&status);
        CHECK_CLASS(functions[i](sent, TOO_MANY, MPI_DOUBLE, 0, 1, MPI_COMM_SELF), MPI_ERR_COUNT);
        CHECK_CLASS(functions[i](sent, -1, MPI_INT, 0, 1, MPI_COMM_SELF), MPI_ERR_COUNT);
        CHECK_CLASS(functions[i](sent, 1, MPI_DATATYPE_NULL, 0, 1, MPI_COMM_SELF), MPI_ERR_TYPE);
        CHECK_CLASS(functions[i](sent, 1, MPI_INT, 1, 1, MPI_COMM_SELF), MPI_ERR_RANK);
        if (IS_SMALL)
            CHECK_CLASS(functions[i](sent, LONG_ROW, MPI_BYTE, 0, 1, MPI_COMM_SELF), MPI_ERR_COUNT);
    }
    void *buffer;
    MPI_Count bytes;
    CHECK_EQUAL(MPI_Buffer_detach_c(&buffer, &bytes), MPI_SUCCESS);
    CHECK(buffer == attached);
    CHECK_EQUAL(bytes, sizeof attached);
    CHECK_CLASS(MPI_Buffer_attach_c(attached, -1), MPI_ERR_ARG);
    if (IS_SMALL)
        CHECK_CLASS(MPI_Buffer_attach_c(attached, LONG_ROW), MPI_ERR_ARG);
}

static void nonblocking(void) {
    static started *const functions[] = {MPI_Isend_c, MPI_Issend_c, MPI_Irsend_c, MPI_Ibsend_c};
    static started *const persistent[] = {MPI_Send_init_c, MPI_Ssend_init_c, MPI_Rsend_init_c,
                                          MPI_Bsend_init_c};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request send;
    MPI_Status status;
    MPI_Buffer_attach(attached, sizeof attached);
    for (int i = 0; i < 8; i++) {
        started *function = i < 4 ? functions[i] : persistent[i - 4];
        neighbours();
        CHECK_EQUAL(MPI_Recv_init_c(received, N, MPI_INT, from, 2, comm, &request), MPI_SUCCESS);
        MPI_Start(&request);
        MPI_Barrier(comm);
        CHECK_EQUAL(function(sent, N, MPI_INT, to, 2, comm, &send), MPI_SUCCESS);
        if (i >= 4)
            MPI_Start(&send);
        MPI_Wait(&request, &status);
        check_received(&status);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        if (i >= 4)
            MPI_Request_free(&send);
        MPI_Request_free(&request);
        CHECK_CLASS(function(sent, TOO_MANY, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &send),
                    MPI_ERR_COUNT);
        CHECK_CLASS(function(sent, 1, MPI_INT, 0, -1, MPI_COMM_SELF, &send), MPI_ERR_TAG);
    }
    void *buffer;
    int bytes;
    MPI_Buffer_detach(&buffer, &bytes);
    CHECK_CLASS(MPI_Irecv_c(received, TOO_MANY, MPI_INT, 0, 1, MPI_COMM_SELF, &request),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Recv_init_c(received, -1, MPI_INT, 0, 1, MPI_COMM_SELF, &request),
                MPI_ERR_COUNT);
}

static void receives(void) {
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    MPI_Message message;
    for (int how = 0; how < 3; how++) {
        MPI_Request send;
        neighbours();
        MPI_Isend(sent, N, MPI_INT, to, 3, comm, &send);
        if (how == 0) {
            CHECK_EQUAL(MPI_Recv_c(received, N, MPI_INT, from, 3, comm, &status), MPI_SUCCESS);
        } else {
            MPI_Mprobe(from, 3, comm, &message, &status);
            CHECK_CLASS(MPI_Mrecv_c(received, -1, MPI_INT, &message, &status), MPI_ERR_COUNT);
            CHECK_CLASS(MPI_Imrecv_c(received, TOO_MANY, MPI_INT, &message, &request),
                        MPI_ERR_COUNT);
        }
        if (how == 1)
            CHECK_EQUAL(MPI_Mrecv_c(received, N, MPI_INT, &message, &status), MPI_SUCCESS);
        if (how == 2) {
            CHECK_EQUAL(MPI_Imrecv_c(received, N, MPI_INT, &message, &request), MPI_SUCCESS);
            MPI_Wait(&request, &status);
        }
        check_received(&status);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
    CHECK_CLASS(MPI_Recv_c(received, TOO_MANY, MPI_INT, 0, 3, MPI_COMM_SELF, &status),
                MPI_ERR_COUNT);
}

static void exchanges(void) {
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    neighbours();
    CHECK_EQUAL(
        MPI_Sendrecv_c(sent, N, MPI_INT, to, 4, received, N, MPI_INT, from, 4, comm, &status),
        MPI_SUCCESS);
    check_received(&status);
    neighbours();
    memcpy(received, sent, sizeof sent);
    CHECK_EQUAL(MPI_Sendrecv_replace_c(received, N, MPI_INT, to, 4, from, 4, comm, &status),
                MPI_SUCCESS);
    check_received(&status);
    neighbours();
    CHECK_EQUAL(
        MPI_Isendrecv_c(sent, N, MPI_INT, to, 4, received, N, MPI_INT, from, 4, comm, &request),
        MPI_SUCCESS);
    MPI_Wait(&request, &status);
    check_received(&status);
    memcpy(received, sent, sizeof sent);
    CHECK_EQUAL(MPI_Isendrecv_replace_c(received, N, MPI_INT, to, 4, from, 4, comm, &request),
                MPI_SUCCESS);
    MPI_Wait(&request, &status);
    check_received(&status);
    comm = MPI_COMM_SELF;
    CHECK_CLASS(
        MPI_Sendrecv_c(sent, 1, MPI_INT, 0, 4, received, TOO_MANY, MPI_INT, 0, 4, comm, &status),
        MPI_ERR_COUNT);
    CHECK_CLASS(
        MPI_Isendrecv_c(sent, TOO_MANY, MPI_INT, 0, 4, received, 1, MPI_INT, 0, 4, comm, &request),
        MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Sendrecv_replace_c(received, -1, MPI_INT, 0, 4, 0, 4, comm, &status),
                MPI_ERR_COUNT);
}

/* Both forms of a constructor give the same layout. */
static void check_same(MPI_Datatype small, MPI_Datatype large) {
    MPI_Count a[5], b[5];
    MPI_Datatype types[2] = {small, large};
    for (int i = 0; i < 2; i++) {
        MPI_Count *values = i ? b : a;
        MPI_Type_size_c(types[i], &values[0]);
        MPI_Type_get_extent_c(types[i], &values[1], &values[2]);
        MPI_Type_get_true_extent_c(types[i], &values[3], &values[4]);
    }
    for (int i = 0; i < 5; i++)
        CHECK_EQUAL(a[i], b[i]);
}

/* Envelope and contents of a type made with large counts; frees both types. */
static void check_contents(MPI_Datatype small, MPI_Datatype large, int combiner, int integers,
                           int counts, int types, const MPI_Count *expected) {
    MPI_Count n[4], values[16];
    MPI_Aint addresses[1];
    MPI_Datatype made_of[3];
    int which, plain[16], i;
    check_same(small, large);
    CHECK_EQUAL(MPI_Type_get_envelope_c(large, &n[0], &n[1], &n[2], &n[3], &which), MPI_SUCCESS);
    CHECK_EQUAL(which, combiner);
    CHECK_EQUAL(n[0], integers);
    CHECK_EQUAL(n[1], 0);
    CHECK_EQUAL(n[2], counts);
    CHECK_EQUAL(n[3], types);
    CHECK_CLASS(MPI_Type_get_envelope(large, &i, &i, &i, &i), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_get_contents(large, 16, 1, 3, plain, addresses, made_of), MPI_ERR_TYPE);
    CHECK_CLASS(
        MPI_Type_get_contents_c(large, 16, 1, counts - 1, 3, plain, addresses, values, made_of),
        MPI_ERR_ARG);
    CHECK_EQUAL(MPI_Type_get_contents_c(large, 16, 1, counts, 3, plain, addresses, values, made_of),
                MPI_SUCCESS);
    for (i = 0; i < counts; i++)
        CHECK_EQUAL(values[i], expected[i]);
    for (i = 0; i < types; i++)
        CHECK(made_of[i] == MPI_INT);
    MPI_Type_free(&small);
    MPI_Type_free(&large);
}

#define CONTENTS(COMBINER, INTEGERS, TYPES, ...)                                                   \
    check_contents(small, large, COMBINER, INTEGERS,                                               \
                   sizeof(MPI_Count[]){__VA_ARGS__} / sizeof(MPI_Count), TYPES,                    \
                   (MPI_Count[]){__VA_ARGS__})

static void constructors(void) {
    MPI_Datatype small, large, ints[2] = {MPI_INT, MPI_INT};
    int lengths[2] = {2, 1}, places[2] = {5, 0};
    MPI_Aint bytes[2] = {32, -8};
    MPI_Count large_lengths[2] = {2, 1}, large_places[2] = {5, 0}, large_bytes[2] = {32, -8};
    MPI_Type_contiguous(3, MPI_INT, &small);
    CHECK_EQUAL(MPI_Type_contiguous_c(3, MPI_INT, &large), MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_CONTIGUOUS, 0, 1, 3);
    MPI_Type_vector(3, 2, -4, MPI_INT, &small);
    CHECK_EQUAL(MPI_Type_vector_c(3, 2, -4, MPI_INT, &large), MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_VECTOR, 0, 1, 3, 2, -4);
    MPI_Type_create_hvector(3, 2, 24, MPI_INT, &small);
    CHECK_EQUAL(MPI_Type_create_hvector_c(3, 2, 24, MPI_INT, &large), MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_HVECTOR, 0, 1, 3, 2, 24);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &small);
    CHECK_EQUAL(MPI_Type_indexed_c(2, large_lengths, large_places, MPI_INT, &large), MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_INDEXED, 0, 1, 2, 2, 1, 5, 0);
    MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &small);
    CHECK_EQUAL(MPI_Type_create_hindexed_c(2, large_lengths, large_bytes, MPI_INT, &large),
                MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_HINDEXED, 0, 1, 2, 2, 1, 32, -8);
    MPI_Type_create_indexed_block(2, 3, places, MPI_INT, &small);
    CHECK_EQUAL(MPI_Type_create_indexed_block_c(2, 3, large_places, MPI_INT, &large), MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_INDEXED_BLOCK, 0, 1, 2, 3, 5, 0);
    MPI_Type_create_hindexed_block(2, 1, bytes, MPI_INT, &small);
    CHECK_EQUAL(MPI_Type_create_hindexed_block_c(2, 1, large_bytes, MPI_INT, &large), MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_HINDEXED_BLOCK, 0, 1, 2, 1, 32, -8);
    MPI_Type_create_struct(2, lengths, bytes, ints, &small);
    CHECK_EQUAL(MPI_Type_create_struct_c(2, large_lengths, large_bytes, ints, &large), MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_STRUCT, 0, 2, 2, 2, 1, 32, -8);
    MPI_Type_create_resized(MPI_INT, -4, 20, &small);
    CHECK_EQUAL(MPI_Type_create_resized_c(MPI_INT, -4, 20, &large), MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_RESIZED, 0, 1, -4, 20);
}

static void arrays(void) {
    MPI_Datatype small, large;
    int sizes[2] = {4, 6}, parts[2] = {2, 3}, starts[2] = {1, 2};
    MPI_Count large_sizes[2] = {4, 6}, large_parts[2] = {2, 3}, large_starts[2] = {1, 2};
    int kinds[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC}, places[2] = {2, 1};
    int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, 2};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &small);
    CHECK_EQUAL(MPI_Type_create_subarray_c(2, large_sizes, large_parts, large_starts, MPI_ORDER_C,
                                           MPI_INT, &large),
                MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_SUBARRAY, 2, 1, 4, 6, 2, 3, 1, 2);
    MPI_Type_create_darray(2, 1, 2, sizes, kinds, arguments, places, MPI_ORDER_FORTRAN, MPI_INT,
                           &small);
    CHECK_EQUAL(MPI_Type_create_darray_c(2, 1, 2, large_sizes, kinds, arguments, places,
                                         MPI_ORDER_FORTRAN, MPI_INT, &large),
                MPI_SUCCESS);
    CONTENTS(MPI_COMBINER_DARRAY, 10, 1, 4, 6);
}

static void wrong_datatypes(void) {
    MPI_Datatype made;
    MPI_Count minus = -1, one = 1, n;
    MPI_Datatype ints[1] = {MPI_INT};
    int which;
    CHECK_CLASS(MPI_Type_contiguous_c(-1, MPI_INT, &made), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Type_contiguous_c(INT64_MAX, MPI_INT, &made),
                IS_SMALL ? MPI_ERR_COUNT : MPI_ERR_NO_MEM);
    CHECK_CLASS(MPI_Type_vector_c(1, -1, 1, MPI_INT, &made), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_indexed_c(1, &minus, &one, MPI_INT, &made), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_struct_c(1, NULL, &one, ints, &made), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_hindexed_c(1, &one, NULL, MPI_INT, &made), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_resized_c(MPI_DATATYPE_NULL, 0, 1, &made), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_get_envelope_c(MPI_INT, &n, &n, &n, &n, NULL), MPI_ERR_ARG);
    CHECK_EQUAL(MPI_Type_get_envelope_c(MPI_INT, &n, &n, &n, &n, &which), MPI_SUCCESS);
    CHECK_EQUAL(which, MPI_COMBINER_NAMED);
    /* The size exceeds an int, but not MPI_Count. */
    int size;
    MPI_Datatype row;
    MPI_Type_contiguous_c((MPI_Count)1 << 30, MPI_BYTE, &row);
    CHECK_EQUAL(MPI_Type_contiguous_c(6, row, &made), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Type_size(made, &size), MPI_SUCCESS);
    CHECK_EQUAL(size, MPI_UNDEFINED);
    CHECK_EQUAL(MPI_Type_size_c(made, &n), MPI_SUCCESS);
    CHECK_EQUAL(n, LONG_ROW);
    MPI_Type_free(&row);
    MPI_Type_free(&made);
}

static void packing(void) {
    int values[3] = {1, 2, 3}, copy[3] = {0};
    char packed[64];
    MPI_Count room, at = 0, wrong = 1;
    MPI_Comm comm = MPI_COMM_SELF;
    CHECK_EQUAL(MPI_Pack_size_c(3, MPI_INT, comm, &room), MPI_SUCCESS);
    CHECK(room >= (MPI_Count)sizeof values && room <= (MPI_Count)sizeof packed);
    CHECK_EQUAL(MPI_Pack_size_c(LONG_ROW, MPI_BYTE, comm, &room),
                IS_SMALL ? MPI_ERR_COUNT : MPI_SUCCESS);
    CHECK_EQUAL(MPI_Pack_c(values, 3, MPI_INT, packed, sizeof packed, &at, comm), MPI_SUCCESS);
    CHECK_CLASS(MPI_Pack_c(values, TOO_MANY, MPI_INT, packed, 64, &at, comm), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Pack_c(values, 1, MPI_INT, packed, 4, &wrong, comm), MPI_ERR_TRUNCATE);
    MPI_Count end = at;
    at = 0;
    CHECK_EQUAL(MPI_Unpack_c(packed, end, &at, copy, 3, MPI_INT, comm), MPI_SUCCESS);
    CHECK_EQUAL(at, end);
    CHECK(!memcmp(values, copy, sizeof values));
    CHECK_CLASS(MPI_Unpack_c(packed, 4, NULL, copy, 1, MPI_INT, comm), MPI_ERR_ARG);
    CHECK_EQUAL(MPI_Pack_external_size_c("external32", 3, MPI_INT, &room), MPI_SUCCESS);
    CHECK_EQUAL(room, 12);
    at = 0;
    memset(copy, 0, sizeof copy);
    CHECK_EQUAL(MPI_Pack_external_c("external32", values, 3, MPI_INT, packed, 12, &at),
                MPI_SUCCESS);
    CHECK_EQUAL(at, 12);
    CHECK_EQUAL(packed[3], 1); /* big-endian */
    at = 0;
    CHECK_EQUAL(MPI_Unpack_external_c("external32", packed, 12, &at, copy, 3, MPI_INT),
                MPI_SUCCESS);
    CHECK(!memcmp(values, copy, sizeof values));
    CHECK_CLASS(MPI_Pack_external_c("native", values, 1, MPI_INT, packed, 12, &at),
                MPI_ERR_UNSUPPORTED_DATAREP);
}

static MPI_Count longest;

static void add(void *in, void *inout, MPI_Count *length, MPI_Datatype *type) {
    (void)type;
    if (*length > longest)
        longest = *length;
    for (MPI_Count i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void operations(void) {
    MPI_Op op;
    int a[3] = {1, 2, 3}, b[3] = {10, 20, 30};
    CHECK_CLASS(MPI_Op_create_c(NULL, 1, &op), MPI_ERR_ARG);
    CHECK_EQUAL(MPI_Op_create_c(add, 1, &op), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Reduce_local_c(a, b, 3, MPI_INT, op), MPI_SUCCESS);
    CHECK_EQUAL(longest, 3);
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(b[i], 11 * (i + 1));
    CHECK_CLASS(MPI_Reduce_local_c(a, b, TOO_MANY, MPI_INT, op), MPI_ERR_COUNT);
    int mine = rank, sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    CHECK_EQUAL(sum, size * (size - 1) / 2);
    MPI_Op_free(&op);
}

static const struct test tests[] = {
    {"large counts: sends", sends},
    {"large counts: nonblocking and persistent", nonblocking},
    {"large counts: receives", receives},
    {"large counts: exchanges", exchanges},
    {"large counts: constructors", constructors},
    {"large counts: arrays", arrays},
    {"large counts: wrong datatypes", wrong_datatypes},
    {"large counts: packing", packing},
    {"large counts: operations", operations},
    {0},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}
