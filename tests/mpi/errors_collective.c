/* Wrong arguments of collectives. Each call returns the class that the standard names before
 * anything is sent, so the other ranks need not make the same mistake. */
#include "check.h"

static int from[64], to[64], counts[64], places[64];
static MPI_Datatype types[64];
static const MPI_Comm world = MPI_COMM_WORLD;
static const MPI_Datatype no_type = MPI_DATATYPE_NULL;

static void reset(void) {
    for (int i = 0; i < 64; i++) {
        counts[i] = 1;
        places[i] = i;
        types[i] = MPI_INT;
    }
}

static void communicator(void) {
    MPI_Comm none = MPI_COMM_NULL;
    CHECK_CLASS(MPI_Allgather(from, 1, MPI_INT, to, 1, MPI_INT, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Allgatherv(from, 1, MPI_INT, to, counts, places, MPI_INT, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Gatherv(from, 1, MPI_INT, to, counts, places, MPI_INT, 0, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Scatterv(from, counts, places, MPI_INT, to, 1, MPI_INT, 0, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Alltoall(from, 1, MPI_INT, to, 1, MPI_INT, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Alltoallv(from, counts, places, MPI_INT, to, counts, places, MPI_INT, none),
                MPI_ERR_COMM);
    CHECK_CLASS(MPI_Alltoallw(from, counts, places, types, to, counts, places, types, none),
                MPI_ERR_COMM);
    CHECK_CLASS(MPI_Scan(from, to, 1, MPI_INT, MPI_SUM, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Exscan(from, to, 1, MPI_INT, MPI_SUM, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Reduce_scatter(from, to, counts, MPI_INT, MPI_SUM, none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Reduce_scatter_block(from, to, 1, MPI_INT, MPI_SUM, none), MPI_ERR_COMM);
}

static void counts_of_elements(void) {
    reset();
    CHECK_CLASS(MPI_Allgather(from, -1, MPI_INT, to, 1, MPI_INT, world), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Allgather(from, 1, MPI_INT, to, -1, MPI_INT, world), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Alltoall(from, -1, MPI_INT, to, 1, MPI_INT, world), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Scan(from, to, -1, MPI_INT, MPI_SUM, world), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Exscan(from, to, -1, MPI_INT, MPI_SUM, world), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Reduce_scatter_block(from, to, -1, MPI_INT, MPI_SUM, world), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Reduce_local(from, to, -1, MPI_INT, MPI_SUM), MPI_ERR_COUNT);
    counts[size - 1] = -1;
    CHECK_CLASS(MPI_Allgatherv(from, 1, MPI_INT, to, counts, places, MPI_INT, world),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Gatherv(from, 1, MPI_INT, to, counts, places, MPI_INT, rank, world),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Scatterv(from, counts, places, MPI_INT, to, 1, MPI_INT, rank, world),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Alltoallv(from, counts, places, MPI_INT, to, counts, places, MPI_INT, world),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Alltoallw(from, counts, places, types, to, counts, places, types, world),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Reduce_scatter(from, to, counts, MPI_INT, MPI_SUM, world), MPI_ERR_COUNT);
}

static void arrays(void) {
    reset();
    CHECK_CLASS(MPI_Allgatherv(from, 1, MPI_INT, to, NULL, places, MPI_INT, world), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Allgatherv(from, 1, MPI_INT, to, counts, NULL, MPI_INT, world), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Gatherv(from, 1, MPI_INT, to, NULL, places, MPI_INT, rank, world), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Scatterv(from, NULL, places, MPI_INT, to, 1, MPI_INT, rank, world),
                MPI_ERR_ARG);
    CHECK_CLASS(MPI_Alltoallv(from, NULL, places, MPI_INT, to, counts, places, MPI_INT, world),
                MPI_ERR_ARG);
    CHECK_CLASS(MPI_Alltoallw(from, counts, places, NULL, to, counts, places, types, world),
                MPI_ERR_ARG);
    CHECK_CLASS(MPI_Reduce_scatter(from, to, NULL, MPI_INT, MPI_SUM, world), MPI_ERR_ARG);
}

static void datatypes(void) {
    reset();
    CHECK_CLASS(MPI_Allgather(from, 1, no_type, to, 1, MPI_INT, world), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Allgather(from, 1, MPI_INT, to, 1, no_type, world), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Allgatherv(from, 1, MPI_INT, to, counts, places, no_type, world), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Alltoall(from, 1, MPI_INT, to, 1, no_type, world), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Scan(from, to, 1, no_type, MPI_SUM, world), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Reduce_local(from, to, 1, no_type, MPI_SUM), MPI_ERR_TYPE);
    types[size - 1] = no_type;
    CHECK_CLASS(MPI_Alltoallw(from, counts, places, types, to, counts, places, types, world),
                MPI_ERR_TYPE);
}

static void buffers(void) {
    reset();
    CHECK_CLASS(MPI_Allgather(from, 1, MPI_INT, NULL, 1, MPI_INT, world), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Allgather(to, 1, MPI_INT, to, 1, MPI_INT, world), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Allgather(from, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, world), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Alltoall(to, 1, MPI_INT, to, 1, MPI_INT, world), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Alltoallv(to, counts, places, MPI_INT, to, counts, places, MPI_INT, world),
                MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Gatherv(to, 1, MPI_INT, to, counts, places, MPI_INT, rank, world),
                MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Scatterv(to, counts, places, MPI_INT, to, 1, MPI_INT, rank, world),
                MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Scan(to, to, 1, MPI_INT, MPI_SUM, world), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Exscan(NULL, to, 1, MPI_INT, MPI_SUM, world), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Reduce_scatter(to, to, counts, MPI_INT, MPI_SUM, world), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Reduce_local(to, to, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
}

/* One buffer is used for sending and receiving. This is right if one of the two has no data. */
static void buffers_without_data(void) {
    reset();
    static const int none[64];
    int sends[64] = {0}, receives[64] = {0}, got = -1, dims[] = {size}, periods[] = {1};
    MPI_Comm ring;
    CHECK_EQUAL(MPI_Alltoallv(to, none, none, MPI_INT, to, none, none, MPI_INT, world),
                MPI_SUCCESS);
    CHECK_EQUAL(MPI_Alltoallw(to, none, none, types, to, none, none, types, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Alltoall(to, 0, MPI_INT, to, 0, MPI_INT, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Allgather(to, 0, MPI_INT, to, 0, MPI_INT, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Allgatherv(to, 0, MPI_INT, to, none, none, MPI_INT, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Gather(to, 0, MPI_INT, to, 0, MPI_INT, 0, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Gatherv(to, 0, MPI_INT, to, none, none, MPI_INT, 0, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Scatter(to, 0, MPI_INT, to, 0, MPI_INT, 0, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Scatterv(to, none, none, MPI_INT, to, 0, MPI_INT, 0, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Allreduce(to, to, 0, MPI_INT, MPI_SUM, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Reduce(to, to, 0, MPI_INT, MPI_SUM, 0, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Scan(to, to, 0, MPI_INT, MPI_SUM, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Exscan(to, to, 0, MPI_INT, MPI_SUM, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Reduce_scatter(to, to, none, MPI_INT, MPI_SUM, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Reduce_scatter_block(to, to, 0, MPI_INT, MPI_SUM, world), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Reduce_local(to, to, 0, MPI_INT, MPI_SUM), MPI_SUCCESS);
    /* Rank 0 only sends, and the last rank only receives. */
    int is_last = rank == size - 1;
    to[0] = 40 + rank;
    sends[size - 1] = rank == 0;
    receives[0] = is_last;
    CHECK_EQUAL(MPI_Alltoallv(to, sends, none, MPI_INT, is_last ? &got : to, receives, none,
                              MPI_INT, world),
                MPI_SUCCESS);
    CHECK_EQUAL(got, is_last ? 40 : -1);
    MPI_Cart_create(world, 1, dims, periods, 0, &ring);
    CHECK_EQUAL(MPI_Neighbor_alltoallv(to, none, none, MPI_INT, to, none, none, MPI_INT, ring),
                MPI_SUCCESS);
    CHECK_EQUAL(MPI_Neighbor_allgather(to, 0, MPI_INT, to, 0, MPI_INT, ring), MPI_SUCCESS);
    CHECK_CLASS(MPI_Neighbor_alltoallv(to, counts, none, MPI_INT, to, counts, none, MPI_INT, ring),
                MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Neighbor_alltoall(to, 1, MPI_INT, to, 1, MPI_INT, ring), MPI_ERR_BUFFER);
    MPI_Comm_free(&ring);
}

static void roots(void) {
    reset();
    CHECK_CLASS(MPI_Gatherv(from, 1, MPI_INT, to, counts, places, MPI_INT, size, world),
                MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Scatterv(from, counts, places, MPI_INT, to, 1, MPI_INT, -1, world),
                MPI_ERR_ROOT);
}

static void nothing_at_all(void *in, void *inout, int *length, MPI_Datatype *type) {
    (void)in, (void)inout, (void)length, (void)type;
}

static void operations(void) {
    MPI_Op op = MPI_OP_NULL, gone, none = MPI_OP_NULL, sum = MPI_SUM;
    int flag;
    reset();
    CHECK_CLASS(MPI_Scan(from, to, 1, MPI_INT, MPI_OP_NULL, world), MPI_ERR_OP);
    CHECK_CLASS(MPI_Exscan(from, to, 1, MPI_FLOAT, MPI_BAND, world), MPI_ERR_OP);
    CHECK_CLASS(MPI_Reduce_scatter(from, to, counts, MPI_BYTE, MPI_SUM, world), MPI_ERR_OP);
    CHECK_CLASS(MPI_Reduce_scatter_block(from, to, 1, MPI_INT, MPI_MAXLOC, world), MPI_ERR_OP);
    CHECK_CLASS(MPI_Reduce_local(from, to, 1, MPI_INT, MPI_OP_NULL), MPI_ERR_OP);
    CHECK_CLASS(MPI_Op_create(NULL, 1, &op), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Op_create(nothing_at_all, 1, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Op_free(NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Op_free(&none), MPI_ERR_OP);
    CHECK_CLASS(MPI_Op_free(&sum), MPI_ERR_OP);
    CHECK_CLASS(MPI_Op_commutative(MPI_SUM, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Op_commutative(MPI_OP_NULL, &flag), MPI_ERR_OP);
    CHECK_EQUAL(MPI_Op_create(nothing_at_all, 1, &op), MPI_SUCCESS);
    gone = op;
    CHECK_EQUAL(MPI_Op_free(&op), MPI_SUCCESS);
    CHECK_CLASS(MPI_Op_free(&gone), MPI_ERR_OP);
    CHECK_CLASS(MPI_Scan(from, to, 1, MPI_INT, gone, world), MPI_ERR_OP);
}

/* One message is longer than its receive, and one is shorter. */
static void lengths(void) {
    reset();
    if (size == 1) {
        CHECK_CLASS(MPI_Allgather(from, 2, MPI_INT, to, 1, MPI_INT, world), MPI_ERR_TRUNCATE);
        CHECK_CLASS(MPI_Alltoall(from, 1, MPI_INT, to, 2, MPI_INT, world), MPI_ERR_COUNT);
        return;
    }
    int root = size - 1, is_root = rank == root, class;
    class = class_of(
        MPI_Gatherv(from, rank == 0 ? 2 : 1, MPI_INT, to, counts, places, MPI_INT, root, world));
    CHECK_EQUAL(class, is_root ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    class = class_of(
        MPI_Scatterv(from, counts, places, MPI_INT, to, rank == 0 ? 2 : 1, MPI_INT, root, world));
    CHECK_EQUAL(class, rank == 0 ? MPI_ERR_COUNT : MPI_SUCCESS);
}

static const struct test tests[] = {
    {"collective errors: communicator", communicator},
    {"collective errors: counts", counts_of_elements},
    {"collective errors: arrays", arrays},
    {"collective errors: datatypes", datatypes},
    {"collective errors: buffers", buffers},
    {"collective errors: a buffer without data", buffers_without_data},
    {"collective errors: roots", roots},
    {"collective errors: operations", operations},
    {"collective errors: lengths", lengths},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
