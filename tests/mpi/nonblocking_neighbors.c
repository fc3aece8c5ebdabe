/* Nonblocking and persistent collectives among neighbours and between two groups, compared with the
 * blocking ones, which have their own tests. */
#include "sides.h"

enum { COUNT = 5 };

static int from[MOST * COUNT], to[MOST * COUNT], expected[MOST * COUNT];
static int counts[MOST], places[MOST];
static MPI_Aint bytes[MOST];
static MPI_Datatype types[MOST];

static void prepare(int salt) {
    for (int i = 0; i < MOST * COUNT; i++) {
        from[i] = 1000 * rank + 10 * i + salt;
        to[i] = expected[i] = -1;
    }
    for (int i = 0; i < MOST; i++) {
        counts[i] = COUNT - i % 2;
        places[i] = i * COUNT;
        bytes[i] = (MPI_Aint)(i * COUNT * (int)sizeof(int));
        types[i] = MPI_INT;
    }
}

static void compare(void) {
    CHECK(!memcmp(to, expected, sizeof to));
}

static void all_kinds(MPI_Comm comm) {
    MPI_Request request;
    prepare(1);
    MPI_Neighbor_allgather(from, COUNT, MPI_INT, expected, COUNT, MPI_INT, comm);
    MPI_Ineighbor_allgather(from, COUNT, MPI_INT, to, COUNT, MPI_INT, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    compare();
    prepare(2);
    for (int i = 0; i < MOST; i++)
        counts[i] = COUNT;
    MPI_Neighbor_allgatherv(from, COUNT, MPI_INT, expected, counts, places, MPI_INT, comm);
    MPI_Ineighbor_allgatherv(from, COUNT, MPI_INT, to, counts, places, MPI_INT, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    compare();
    prepare(3);
    MPI_Neighbor_alltoall(from, COUNT, MPI_INT, expected, COUNT, MPI_INT, comm);
    MPI_Ineighbor_alltoall(from, COUNT, MPI_INT, to, COUNT, MPI_INT, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    compare();
}

/* Two operations are in progress at a time. They are completed in reverse order, and started
 * again several times. */
static void persistent(MPI_Comm comm) {
    static int other[MOST * COUNT];
    MPI_Request requests[2];
    for (int i = 0; i < MOST; i++)
        counts[i] = COUNT;
    MPI_Neighbor_alltoallv_init(from, counts, places, MPI_INT, to, counts, places, MPI_INT, comm,
                                MPI_INFO_NULL, &requests[0]);
    MPI_Neighbor_alltoallw_init(from, counts, bytes, types, other, counts, bytes, types, comm,
                                MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < 3; round++) {
        prepare(round);
        for (int i = 0; i < MOST; i++)
            counts[i] = COUNT;
        memset(other, -1, sizeof other);
        MPI_Startall(2, requests);
        MPI_Neighbor_alltoall(from, COUNT, MPI_INT, expected, COUNT, MPI_INT, comm);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        compare();
        CHECK(!memcmp(other, expected, sizeof other));
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void torus(void) {
    int dims[2] = {0, 0}, periods[2] = {1, 0};
    MPI_Comm comm;
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    prepare(0);
    all_kinds(comm);
    persistent(comm);
    MPI_Comm_free(&comm);
}

static void without_a_topology(void) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK_EQUAL(MPI_Ineighbor_alltoall(from, 1, MPI_INT, to, 1, MPI_INT, MPI_COMM_WORLD, &request),
                MPI_ERR_TOPOLOGY);
    CHECK_EQUAL(MPI_Neighbor_allgather_init(from, 1, MPI_INT, to, 1, MPI_INT, MPI_COMM_WORLD,
                                            MPI_INFO_NULL, &request),
                MPI_ERR_TOPOLOGY);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* ---- Two groups ---- */

static void groups(void) {
    MPI_Request requests[3];
    int root = side ? (rank == own_world[0] ? MPI_ROOT : MPI_PROC_NULL) : 0;
    int mine = rank + 1, sum = -1, blocking = -1;
    if (size < 2)
        return;
    MPI_Comm inter = make();
    prepare(side);
    memcpy(to, from, sizeof to);
    MPI_Allreduce(&mine, &blocking, 1, MPI_INT, MPI_SUM, inter);
    MPI_Ibcast(to, COUNT, MPI_INT, root, inter, &requests[0]);
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, inter, &requests[1]);
    MPI_Ibarrier(inter, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK_EQUAL(sum, blocking);
    for (int i = 0; i < COUNT; i++)
        CHECK_EQUAL(to[i], 1000 * (side ? rank : other_world[0]) + 10 * i + 1);
    MPI_Comm_free(&inter);
}

/* Each rank sends to the next rank, so the first rank receives nothing and the last rank sends
 * nothing. Mistakes are found when the request is made. */
static void one_way(void) {
    int destinations = rank<size - 1, sources = rank> 0, next = rank + 1, before = rank - 1;
    int wrong[] = {-1}, right[] = {1}, zero[] = {0};
    MPI_Comm line;
    MPI_Request request;
    if (size == 1)
        return;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, sources, &before, MPI_UNWEIGHTED, destinations,
                                   &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &line);
    MPI_Comm_set_errhandler(line, MPI_ERRORS_RETURN);
    if (destinations)
        CHECK_CLASS(MPI_Neighbor_alltoallv_init(from, wrong, zero, MPI_INT, to, right, zero,
                                                MPI_INT, line, MPI_INFO_NULL, &request),
                    MPI_ERR_COUNT);
    if (sources)
        CHECK_CLASS(MPI_Neighbor_alltoallv_init(from, right, zero, MPI_INT, to, wrong, zero,
                                                MPI_INT, line, MPI_INFO_NULL, &request),
                    MPI_ERR_COUNT);
    /* Counts for missing neighbours are ignored. */
    prepare(4);
    CHECK_CLASS(MPI_Neighbor_alltoallv_init(from, destinations ? right : wrong, zero, MPI_INT, to,
                                            sources ? right : wrong, zero, MPI_INT, line,
                                            MPI_INFO_NULL, &request),
                MPI_SUCCESS);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    CHECK_EQUAL(to[0], sources ? 1000 * before + 4 : -1);
    MPI_Comm_free(&line);
}

static const struct test tests[] = {
    {"nonblocking neighbours: a grid", torus},
    {"nonblocking neighbours: one way", one_way},
    {"nonblocking neighbours: no topology", without_a_topology},
    {"nonblocking collectives of two groups", groups},
    {0},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    list_sides();
    int failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}
