/* Cartesian topologies, checked against the standard's formulas, and MPI_Dims_create, checked
 * against all products. */
#include "check.h"

#define MOST 5 /* dimensions */

/* The rank at these coordinates in row-major order, or MPI_PROC_NULL if they are outside. */
static int rank_of(int ndims, const int dims[], const int periods[], const int coords[]) {
    int at = 0;
    for (int i = 0; i < ndims; i++) {
        int c = coords[i];
        if (periods[i])
            c = ((c % dims[i]) + dims[i]) % dims[i];
        else if (c < 0 || c >= dims[i])
            return MPI_PROC_NULL;
        at = at * dims[i] + c;
    }
    return at;
}

static void check_grid(int ndims, const int dims[], const int periods[], MPI_Comm comm) {
    int nodes = 1, own = -1, members = -1, found = -1, kind = -1;
    int got[MOST], wraps[MOST], here[MOST], coords[MOST];
    for (int i = 0; i < ndims; i++)
        nodes *= dims[i];
    CHECK_EQUAL(MPI_Topo_test(comm, &kind), MPI_SUCCESS);
    CHECK_EQUAL(kind, MPI_CART);
    MPI_Comm_size(comm, &members);
    MPI_Comm_rank(comm, &own);
    CHECK_EQUAL(members, nodes);
    CHECK_EQUAL(MPI_Cartdim_get(comm, &found), MPI_SUCCESS);
    CHECK_EQUAL(found, ndims);
    CHECK_EQUAL(MPI_Cart_get(comm, MOST, got, wraps, here), MPI_SUCCESS);
    CHECK_EQUAL(rank_of(ndims, dims, periods, here), own);
    for (int i = 0; i < ndims; i++) {
        CHECK_EQUAL(got[i], dims[i]);
        CHECK_EQUAL(!wraps[i], !periods[i]);
    }
    for (int node = 0; node < nodes; node++) {
        CHECK_EQUAL(MPI_Cart_coords(comm, node, ndims, coords), MPI_SUCCESS);
        CHECK_EQUAL(rank_of(ndims, dims, periods, coords), node);
        for (int i = 0; i < ndims; i++)
            coords[i] += periods[i] ? dims[i] * (node % 5 - 2) : 0;
        CHECK_EQUAL(MPI_Cart_rank(comm, coords, &found), MPI_SUCCESS);
        CHECK_EQUAL(found, node);
    }
    for (int i = 0; i < ndims; i++)
        for (int steps = -4; steps <= 4; steps++) {
            int from = -9, to = -9;
            memcpy(coords, here, sizeof coords);
            CHECK_EQUAL(MPI_Cart_shift(comm, i, steps, &from, &to), MPI_SUCCESS);
            coords[i] = here[i] - steps;
            CHECK_EQUAL(from, rank_of(ndims, dims, periods, coords));
            coords[i] = here[i] + steps;
            CHECK_EQUAL(to, rank_of(ndims, dims, periods, coords));
        }
}

static void random_grids(void) {
    uint32_t seed = 0x2545f491u; /* equal on all ranks */
    if (rank == 0)
        printf("seed 0x%x\n", (unsigned)seed);
    for (int i = 0; i < 12; i++) {
        int ndims = (int)(random_next(&seed) % 4), left = size, dims[MOST], periods[MOST];
        for (int k = 0; k < ndims; k++) {
            dims[k] = 1 + (int)(random_next(&seed) % (uint32_t)left);
            left /= dims[k];
            periods[k] = (int)(random_next(&seed) % 2) * 7;
        }
        int nodes = 1, mapped = -1;
        for (int k = 0; k < ndims; k++)
            nodes *= dims[k];
        MPI_Comm comm = MPI_COMM_WORLD;
        CHECK_EQUAL(MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, i % 2, &comm),
                    MPI_SUCCESS);
        CHECK_EQUAL(MPI_Cart_map(MPI_COMM_WORLD, ndims, dims, periods, &mapped), MPI_SUCCESS);
        CHECK_EQUAL(comm == MPI_COMM_NULL, rank >= nodes);
        CHECK_EQUAL(mapped, rank >= nodes ? MPI_UNDEFINED : rank);
        if (comm == MPI_COMM_NULL)
            continue;
        check_grid(ndims, dims, periods, comm);
        MPI_Comm copy;
        MPI_Comm_dup(comm, &copy);
        MPI_Comm_free(&comm);
        check_grid(ndims, dims, periods, copy);
        MPI_Comm_free(&copy);
    }
}

/* Data that are shifted all the way round each dimension return to their rank. */
static void shifts_carry_data(void) {
    int dims[2] = {0, 0}, periods[2] = {1, 1};
    MPI_Comm comm;
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    int value = rank, from, to;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < dims[i]; k++) {
            int in = -1;
            MPI_Cart_shift(comm, i, 1, &from, &to);
            MPI_Sendrecv(&value, 1, MPI_INT, to, 0, &in, 1, MPI_INT, from, 0, comm,
                         MPI_STATUS_IGNORE);
            CHECK_EQUAL(in == rank, k == dims[i] - 1);
            value = in;
        }
    MPI_Comm_free(&comm);
}

/* Tests every choice of the dimensions that remain. */
static void slices(void) {
    int dims[3] = {0, 0, 0}, periods[3] = {1, 0, 1}, here[3];
    MPI_Comm grid, slice;
    MPI_Dims_create(size, 3, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
    MPI_Cart_coords(grid, rank, 3, here);
    for (int choice = 0; choice < 8; choice++) {
        int remain[3], kept_dims[3], kept_periods[3], kept_here[3], kept = 0, own = -1, sum = -1;
        for (int i = 0; i < 3; i++)
            if ((remain[i] = choice >> i & 1)) {
                kept_dims[kept] = dims[i];
                kept_periods[kept] = periods[i];
                kept_here[kept++] = here[i];
            }
        CHECK_EQUAL(MPI_Cart_sub(grid, remain, &slice), MPI_SUCCESS);
        check_grid(kept, kept_dims, kept_periods, slice);
        MPI_Comm_rank(slice, &own);
        CHECK_EQUAL(own, rank_of(kept, kept_dims, kept_periods, kept_here));
        /* The slice contains the ranks whose other coordinates are equal. */
        int expected = 0, coords[3];
        for (int node = 0; node < size; node++) {
            MPI_Cart_coords(grid, node, 3, coords);
            int in = 1;
            for (int i = 0; i < 3; i++)
                in = in && (remain[i] || coords[i] == here[i]);
            expected += in ? node : 0;
        }
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, slice);
        CHECK_EQUAL(sum, expected);
        MPI_Comm_free(&slice);
    }
    MPI_Comm_free(&grid);
}

/* The smallest difference between the longest and the shortest of `count` lengths whose product
 * is `nodes`. No length is above `most`. The function tries all possibilities. */
static int least_spread(int nodes, int count, int most, int longest) {
    if (count == 1)
        return nodes <= most ? (longest ? longest : nodes) - nodes : 1 << 30;
    int least = 1 << 30;
    for (int length = 1; length <= nodes && length <= most; length++)
        if (nodes % length == 0) {
            int spread =
                least_spread(nodes / length, count - 1, length, longest ? longest : length);
            least = spread < least ? spread : least;
        }
    return least;
}

static void dims_are_balanced(void) {
    for (int nodes = 1 + rank; nodes <= 72; nodes += size)
        for (int ndims = 1; ndims <= 4; ndims++) {
            int dims[4] = {0}, product = 1;
            CHECK_EQUAL(MPI_Dims_create(nodes, ndims, dims), MPI_SUCCESS);
            for (int i = 0; i < ndims; i++) {
                product *= dims[i];
                CHECK(dims[i] >= 1 && (i == 0 || dims[i] <= dims[i - 1]));
            }
            CHECK_EQUAL(product, nodes);
            CHECK_EQUAL(dims[0] - dims[ndims - 1], least_spread(nodes, ndims, nodes, 0));
        }
}

/* MPI 4.1, example 8.1, and numbers with few and with many divisors. */
static void dims_of_the_standard(void) {
    int two[2] = {0, 0}, three[3] = {0, 3, 0}, many[20] = {0};
    CHECK_EQUAL(MPI_Dims_create(6, 2, two), MPI_SUCCESS);
    CHECK(two[0] == 3 && two[1] == 2);
    two[0] = two[1] = 0;
    CHECK_EQUAL(MPI_Dims_create(7, 2, two), MPI_SUCCESS);
    CHECK(two[0] == 7 && two[1] == 1);
    CHECK_EQUAL(MPI_Dims_create(6, 3, three), MPI_SUCCESS);
    CHECK(three[0] == 2 && three[1] == 3 && three[2] == 1);
    three[0] = three[2] = 0;
    CHECK_CLASS(MPI_Dims_create(7, 3, three), MPI_ERR_DIMS);
    two[0] = two[1] = 0;
    CHECK_EQUAL(MPI_Dims_create(99991, 2, two), MPI_SUCCESS); /* a prime */
    CHECK(two[0] == 99991 && two[1] == 1);
    two[0] = two[1] = 0;
    CHECK_EQUAL(MPI_Dims_create(1000 * 1000, 2, two), MPI_SUCCESS);
    CHECK(two[0] == 1000 && two[1] == 1000);
    CHECK_EQUAL(MPI_Dims_create(1 << 20, 20, many), MPI_SUCCESS);
    CHECK(many[0] == 2 && many[19] == 2);
    CHECK_EQUAL(MPI_Dims_create(1, 0, NULL), MPI_SUCCESS);
}

static void wrong_arguments(void) {
    MPI_Comm comm, plain = MPI_COMM_WORLD;
    int two[2] = {1, 2}, one[1] = {1}, zero[1] = {0}, wraps[2] = {0, 0}, less[1] = {-1}, large[1];
    int value, other, coords[2] = {0, 5};
    large[0] = size + 1;
    CHECK_CLASS(MPI_Cart_create(plain, 1, large, wraps, 0, &comm), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Cart_create(plain, 1, less, wraps, 0, &comm), MPI_ERR_DIMS);
    CHECK_CLASS(MPI_Cart_create(plain, 1, zero, wraps, 0, &comm), MPI_ERR_DIMS);
    CHECK_CLASS(MPI_Cart_create(plain, -1, one, wraps, 0, &comm), MPI_ERR_DIMS);
    CHECK_CLASS(MPI_Cart_create(plain, 1, NULL, wraps, 0, &comm), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Cart_create(plain, 1, one, wraps, 0, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Cart_get(plain, 1, one, one, one), MPI_ERR_TOPOLOGY);
    CHECK_CLASS(MPI_Cart_shift(plain, 0, 1, &value, &other), MPI_ERR_TOPOLOGY);
    CHECK_CLASS(MPI_Cart_sub(plain, one, &comm), MPI_ERR_TOPOLOGY);
    CHECK_CLASS(MPI_Cartdim_get(MPI_COMM_NULL, &value), MPI_ERR_COMM);
    two[1] = 1;
    MPI_Cart_create(MPI_COMM_SELF, 2, two, wraps, 0, &comm);
    CHECK_CLASS(MPI_Cart_rank(comm, coords, &value), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Cart_coords(comm, 1, 2, coords), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Cart_coords(comm, 0, 1, coords), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Cart_shift(comm, 2, 1, &value, &other), MPI_ERR_DIMS);
    CHECK_CLASS(MPI_Graphdims_get(comm, &value, &other), MPI_ERR_TOPOLOGY);
    MPI_Comm_free(&comm);
    CHECK_CLASS(MPI_Dims_create(0, 1, zero), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Dims_create(4, -1, zero), MPI_ERR_DIMS);
    CHECK_CLASS(MPI_Dims_create(4, 1, less), MPI_ERR_DIMS);
    CHECK_CLASS(MPI_Dims_create(4, 1, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Dims_create(4, 1, one), MPI_ERR_DIMS);
}

static const struct test tests[] = {
    {"cartesian: random grids", random_grids},
    {"cartesian: shifts carry data", shifts_carry_data},
    {"cartesian: slices", slices},
    {"cartesian: dims are balanced", dims_are_balanced},
    {"cartesian: dims of the standard", dims_of_the_standard},
    {"cartesian: wrong arguments", wrong_arguments},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
