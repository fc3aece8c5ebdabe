/* The large-count forms of collectives give the same results as the other forms, with arrays of
 * MPI_Count and MPI_Aint, and report counts that are too large. */
#include "check.h"

#define TOO_MANY (INT64_MAX / 2)
#define N 3       /* elements for each rank, if all have the same number */
#define MOST 1024 /* ranks */

static int *sent, *received;
static MPI_Count counts[MOST];
static MPI_Aint places[MOST], bytes[MOST];
static MPI_Datatype types[MOST];
static const MPI_Comm world = MPI_COMM_WORLD, self = MPI_COMM_SELF;

/* The i-th element that rank `from` sends to rank `to`. */
static int element(int from, int to, int i) {
    return 10000 * from + 10 * to + i;
}

static void fill(void) {
    for (int to = 0; to < size; to++)
        for (int i = 0; i < N; i++) {
            sent[N * to + i] = element(rank, to, i);
            received[N * to + i] = -1;
        }
}

/* Blocks of two elements, in reverse order of ranks, with one element between them. */
static void spread(void) {
    for (int i = 0; i < size; i++) {
        counts[i] = 2;
        places[i] = N * (size - 1 - i);
        bytes[i] = places[i] * (MPI_Aint)sizeof(int);
        types[i] = MPI_INT;
    }
}

static void broadcasts(void) {
    int values[N];
    for (int i = 0; i < N; i++)
        values[i] = rank == size - 1 ? i + 7 : -1;
    CHECK_EQUAL(MPI_Bcast_c(values, N, MPI_INT, size - 1, world), MPI_SUCCESS);
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(values[i], i + 7);
    CHECK_CLASS(MPI_Bcast_c(values, TOO_MANY, MPI_INT, 0, self), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Bcast_c(values, -1, MPI_INT, 0, self), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Bcast_c(values, 1, MPI_INT, 1, self), MPI_ERR_ROOT);
}

static void gathers(void) {
    fill();
    CHECK_EQUAL(MPI_Gather_c(sent, N, MPI_INT, received, N, MPI_INT, 0, world), MPI_SUCCESS);
    for (int i = 0; i < N * size && rank == 0; i++)
        CHECK_EQUAL(received[i], element(i / N, 0, i % N));
    fill();
    spread();
    CHECK_EQUAL(MPI_Gatherv_c(sent, 2, MPI_INT, received, counts, places, MPI_INT, size - 1, world),
                MPI_SUCCESS);
    for (int from = 0; from < size && rank == size - 1; from++)
        for (int i = 0; i < N; i++)
            CHECK_EQUAL(received[places[from] + i], i < 2 ? element(from, 0, i) : -1);
    fill();
    CHECK_EQUAL(MPI_Allgather_c(sent, N, MPI_INT, received, N, MPI_INT, world), MPI_SUCCESS);
    for (int i = 0; i < N * size; i++)
        CHECK_EQUAL(received[i], element(i / N, 0, i % N));
    fill();
    CHECK_EQUAL(MPI_Allgatherv_c(sent, 2, MPI_INT, received, counts, places, MPI_INT, world),
                MPI_SUCCESS);
    for (int from = 0; from < size; from++)
        for (int i = 0; i < N; i++)
            CHECK_EQUAL(received[places[from] + i], i < 2 ? element(from, 0, i) : -1);
    CHECK_CLASS(MPI_Gather_c(sent, TOO_MANY, MPI_INT, received, 1, MPI_INT, 0, self),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Allgather_c(sent, 1, MPI_INT, received, TOO_MANY, MPI_INT, self),
                MPI_ERR_COUNT);
    counts[0] = TOO_MANY;
    CHECK_CLASS(MPI_Allgatherv_c(sent, 2, MPI_INT, received, counts, places, MPI_INT, self),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Gatherv_c(sent, 2, MPI_INT, received, NULL, places, MPI_INT, 0, self),
                MPI_ERR_ARG);
}

static void scatters(void) {
    fill();
    CHECK_EQUAL(MPI_Scatter_c(sent, N, MPI_INT, received, N, MPI_INT, size - 1, world),
                MPI_SUCCESS);
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(received[i], element(size - 1, rank, i));
    fill();
    spread();
    CHECK_EQUAL(MPI_Scatterv_c(sent, counts, places, MPI_INT, received, 2, MPI_INT, 0, world),
                MPI_SUCCESS);
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(received[i], i < 2 ? element(0, size - 1 - rank, i) : -1);
    CHECK_CLASS(MPI_Scatter_c(sent, TOO_MANY, MPI_INT, received, 1, MPI_INT, 0, self),
                MPI_ERR_COUNT);
    counts[0] = -1;
    CHECK_CLASS(MPI_Scatterv_c(sent, counts, places, MPI_INT, received, 2, MPI_INT, 0, self),
                MPI_ERR_COUNT);
}

static void exchanges(void) {
    fill();
    CHECK_EQUAL(MPI_Alltoall_c(sent, N, MPI_INT, received, N, MPI_INT, world), MPI_SUCCESS);
    for (int i = 0; i < N * size; i++)
        CHECK_EQUAL(received[i], element(i / N, rank, i % N));
    for (int form = 0; form < 2; form++) {
        fill();
        spread();
        if (form)
            CHECK_EQUAL(
                MPI_Alltoallw_c(sent, counts, bytes, types, received, counts, bytes, types, world),
                MPI_SUCCESS);
        else
            CHECK_EQUAL(MPI_Alltoallv_c(sent, counts, places, MPI_INT, received, counts, places,
                                        MPI_INT, world),
                        MPI_SUCCESS);
        for (int from = 0; from < size; from++)
            for (int i = 0; i < N; i++)
                CHECK_EQUAL(received[places[from] + i],
                            i < 2 ? element(from, size - 1 - rank, i) : -1);
    }
    CHECK_CLASS(MPI_Alltoall_c(sent, TOO_MANY, MPI_INT, received, 1, MPI_INT, self), MPI_ERR_COUNT);
    counts[0] = -1;
    CHECK_CLASS(
        MPI_Alltoallv_c(sent, counts, places, MPI_INT, received, counts, places, MPI_INT, self),
        MPI_ERR_COUNT);
    counts[0] = 1;
    CHECK_CLASS(MPI_Alltoallw_c(sent, counts, bytes, NULL, received, counts, bytes, types, self),
                MPI_ERR_ARG);
}

static void reductions(void) {
    int values[N], result[N], all = size * (size - 1) / 2;
    for (int i = 0; i < N; i++)
        values[i] = rank + i;
    CHECK_EQUAL(MPI_Reduce_c(values, result, N, MPI_INT, MPI_SUM, 0, world), MPI_SUCCESS);
    for (int i = 0; i < N && rank == 0; i++)
        CHECK_EQUAL(result[i], all + size * i);
    CHECK_EQUAL(MPI_Allreduce_c(values, result, N, MPI_INT, MPI_SUM, world), MPI_SUCCESS);
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(result[i], all + size * i);
    CHECK_EQUAL(MPI_Scan_c(values, result, N, MPI_INT, MPI_SUM, world), MPI_SUCCESS);
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(result[i], rank * (rank + 1) / 2 + (rank + 1) * i);
    CHECK_EQUAL(MPI_Exscan_c(values, result, N, MPI_INT, MPI_SUM, world), MPI_SUCCESS);
    for (int i = 0; i < N && rank; i++)
        CHECK_EQUAL(result[i], rank * (rank - 1) / 2 + rank * i);
    fill();
    spread();
    CHECK_EQUAL(MPI_Reduce_scatter_c(sent, result, counts, MPI_INT, MPI_SUM, world), MPI_SUCCESS);
    for (int i = 0; i < 2; i++) {
        int at = 2 * rank + i;
        CHECK_EQUAL(result[i], 10000 * all + size * element(0, at / N, at % N));
    }
    CHECK_EQUAL(MPI_Reduce_scatter_block_c(sent, result, N, MPI_INT, MPI_SUM, world), MPI_SUCCESS);
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(result[i], 10000 * all + size * element(0, rank, i));
    CHECK_CLASS(MPI_Reduce_c(values, result, TOO_MANY, MPI_INT, MPI_SUM, 0, self), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Allreduce_c(values, result, -1, MPI_INT, MPI_SUM, self), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Scan_c(values, result, TOO_MANY, MPI_INT, MPI_SUM, self), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Exscan_c(values, result, TOO_MANY, MPI_INT, MPI_SUM, self), MPI_ERR_COUNT);
    counts[0] = TOO_MANY;
    CHECK_CLASS(MPI_Reduce_scatter_c(values, result, counts, MPI_INT, MPI_SUM, self),
                MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Reduce_scatter_block_c(values, result, -1, MPI_INT, MPI_SUM, self),
                MPI_ERR_COUNT);
}

/* In a ring, a rank's neighbours are the one before it and the one after it. */
static void neighbours(void) {
    MPI_Comm ring;
    int ends[2], periods = 1;
    MPI_Cart_create(world, 1, &size, &periods, 0, &ring);
    MPI_Cart_shift(ring, 0, 1, &ends[0], &ends[1]);
    for (int i = 0; i < 2; i++) {
        counts[i] = 1;
        places[i] = 1 - i;
        bytes[i] = places[i] * (MPI_Aint)sizeof(int);
        types[i] = MPI_INT;
    }
    int mine[2] = {2 * rank, 2 * rank + 1}, got[2];
    CHECK_EQUAL(MPI_Neighbor_allgather_c(mine, 1, MPI_INT, got, 1, MPI_INT, ring), MPI_SUCCESS);
    CHECK(got[0] == 2 * ends[0] && got[1] == 2 * ends[1]);
    CHECK_EQUAL(MPI_Neighbor_allgatherv_c(mine, 1, MPI_INT, got, counts, places, MPI_INT, ring),
                MPI_SUCCESS);
    CHECK(got[1] == 2 * ends[0] && got[0] == 2 * ends[1]);
    /* A message that goes up comes from below. */
    CHECK_EQUAL(MPI_Neighbor_alltoall_c(mine, 1, MPI_INT, got, 1, MPI_INT, ring), MPI_SUCCESS);
    CHECK(got[0] == 2 * ends[0] + 1 && got[1] == 2 * ends[1]);
    CHECK_EQUAL(
        MPI_Neighbor_alltoallv_c(mine, counts, places, MPI_INT, got, counts, places, MPI_INT, ring),
        MPI_SUCCESS);
    CHECK(got[1] == 2 * ends[0] && got[0] == 2 * ends[1] + 1);
    CHECK_EQUAL(
        MPI_Neighbor_alltoallw_c(mine, counts, bytes, types, got, counts, bytes, types, ring),
        MPI_SUCCESS);
    CHECK(got[1] == 2 * ends[0] && got[0] == 2 * ends[1] + 1);
    MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Neighbor_allgather_c(mine, TOO_MANY, MPI_INT, got, 1, MPI_INT, ring),
                MPI_ERR_COUNT);
    MPI_Comm_free(&ring);
}

static const struct test tests[] = {
    {"large collectives: broadcasts", broadcasts},
    {"large collectives: gathers", gathers},
    {"large collectives: scatters", scatters},
    {"large collectives: exchanges", exchanges},
    {"large collectives: reductions", reductions},
    {"large collectives: neighbours", neighbours},
    {0},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sent = malloc(N * (size_t)size * sizeof *sent);
    received = malloc(N * (size_t)size * sizeof *received);
    int failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}
