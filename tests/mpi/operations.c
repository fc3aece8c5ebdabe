/* User-defined operations, which need not commute, in every reduction: Reduce, Allreduce, Scan,
 * Exscan, Reduce_scatter and its block form, Reduce_local, with and without MPI_IN_PLACE. Results
 * are checked against loops over the contributions of all ranks, in the order of ranks. */
#include "check.h"

#include <stddef.h>

/* ---- 2×2 matrices modulo a prime: their product depends on the order ------------------------- */

#define PRIME 10007
#define LONGEST 300

struct matrix {
    int a, b, c, d;
};

static struct matrix product(struct matrix x, struct matrix y) {
    return (struct matrix){
        (x.a * y.a + x.b * y.c) % PRIME,
        (x.a * y.b + x.b * y.d) % PRIME,
        (x.c * y.a + x.d * y.c) % PRIME,
        (x.c * y.b + x.d * y.d) % PRIME,
    };
}

/* The contribution of rank `from` at `index`. */
static struct matrix contribution(int from, int index) {
    uint32_t state = (uint32_t)from * 7919u + (uint32_t)index * 31u + 1u;
    int v[4];
    for (int i = 0; i < 4; i++)
        v[i] = (int)(random_next(&state) % PRIME);
    return (struct matrix){v[0], v[1], v[2], v[3]};
}

/* The product of the contributions of ranks first … last at `index`. */
static struct matrix product_of(int first, int last, int index) {
    struct matrix result = contribution(first, index);
    for (int from = first + 1; from <= last; from++)
        result = product(result, contribution(from, index));
    return result;
}

static int calls; /* calls with an unexpected datatype or length */
static MPI_Datatype expected_type;

static void multiply(void *in, void *inout, int *length, MPI_Datatype *type) {
    struct matrix *x = in, *y = inout;
    calls += *type != expected_type || *length <= 0;
    for (int i = 0; i < *length; i++)
        y[i] = product(x[i], y[i]);
}

static MPI_Op op;
static struct matrix *own, *result;
static const int counts[] = {1, 3, LONGEST};

static void check_matrix(struct matrix got, struct matrix expected) {
    CHECK(memcmp(&got, &expected, sizeof got) == 0);
}

static void fill(struct matrix *matrices, int first, int count) {
    for (int i = 0; i < count; i++)
        matrices[i] = contribution(rank, first + i);
}

static void check_all(int count, int first, int last) {
    for (int i = 0; i < count; i++)
        check_matrix(result[i], product_of(first, last, i));
}

/* Fills the operands, and returns the send buffer: `own` or, in place, MPI_IN_PLACE (the operands
 * are in `result`). */
static const void *operands(int in_place, int count) {
    memset(result, 0, LONGEST * sizeof *result);
    fill(own, 0, count);
    if (!in_place)
        return own;
    fill(result, 0, count);
    return MPI_IN_PLACE;
}

static void reductions(MPI_Datatype type) {
    for (int c = 0; c < 3; c++)
        for (int in_place = 0; in_place < 2; in_place++) {
            int n = counts[c];
            for (int root = 0; root < size; root += 1 + size / 3) {
                const void *from = operands(in_place && rank == root, n);
                MPI_Reduce(from, result, n, type, op, root, MPI_COMM_WORLD);
                if (rank == root)
                    check_all(n, 0, size - 1);
                else
                    CHECK_EQUAL(result[0].a, 0);
            }
            MPI_Allreduce(operands(in_place, n), result, n, type, op, MPI_COMM_WORLD);
            check_all(n, 0, size - 1);
            MPI_Scan(operands(in_place, n), result, n, type, op, MPI_COMM_WORLD);
            check_all(n, 0, rank);
            MPI_Exscan(operands(in_place, n), result, n, type, op, MPI_COMM_WORLD);
            if (rank)
                check_all(n, 0, rank - 1);
        }
}

/* Ranks get shares of different lengths, some of them empty. The sum of the lengths is short or
 * long. */
static void reduce_scatter(MPI_Datatype type) {
    for (int most = 1; most <= 40; most += 13) {
        int shares[1024], before = 0, total = 0;
        for (int i = 0; i < size; i++) {
            shares[i] = (i * 7 + most) % (most + 1) * (size <= 16);
            before += i < rank ? shares[i] : 0;
            total += shares[i];
        }
        struct matrix *all = malloc((size_t)(total + 1) * sizeof *all);
        for (int in_place = 0; in_place < 2; in_place++) {
            fill(all, 0, total);
            memset(result, 0x11, LONGEST * sizeof *result);
            CHECK_EQUAL(MPI_Reduce_scatter(in_place ? MPI_IN_PLACE : all, in_place ? all : result,
                                           shares, type, op, MPI_COMM_WORLD),
                        MPI_SUCCESS);
            const struct matrix *got = in_place ? all : result;
            for (int i = 0; i < shares[rank]; i++)
                check_matrix(got[i], product_of(0, size - 1, before + i));
            if (!in_place)
                CHECK_EQUAL(result[shares[rank]].a, 0x11111111);
        }
        free(all);
    }
}

static void reduce_scatter_block(MPI_Datatype type) {
    for (int n = 0; n <= 20; n += 5) {
        struct matrix *all = malloc((size_t)(n * size + 1) * sizeof *all);
        for (int in_place = 0; in_place < 2; in_place++) {
            fill(all, 0, n * size);
            CHECK_EQUAL(MPI_Reduce_scatter_block(in_place ? MPI_IN_PLACE : all,
                                                 in_place ? all : result, n, type, op,
                                                 MPI_COMM_WORLD),
                        MPI_SUCCESS);
            const struct matrix *got = in_place ? all : result;
            for (int i = 0; i < n; i++)
                check_matrix(got[i], product_of(0, size - 1, rank * n + i));
        }
        free(all);
    }
}

static void with(MPI_Datatype type) {
    expected_type = type;
    calls = 0;
    own = malloc(LONGEST * sizeof *own);
    result = malloc(LONGEST * sizeof *result);
    CHECK_EQUAL(MPI_Op_create(multiply, 0, &op), MPI_SUCCESS);
    reductions(type);
    reduce_scatter(type);
    reduce_scatter_block(type);
    CHECK_EQUAL(calls, 0);
    CHECK_EQUAL(MPI_Op_free(&op), MPI_SUCCESS);
    CHECK(op == MPI_OP_NULL);
    free(own);
    free(result);
}

static void without_gaps(void) {
    MPI_Datatype type;
    MPI_Type_contiguous(4, MPI_INT, &type);
    MPI_Type_commit(&type);
    with(type);
    MPI_Type_free(&type);
}

/* Tests a datatype that lists the four members of a matrix in another order than they have in
 * memory. The user's operation, multiply(), nevertheless gets them in the order in memory. */
static void in_another_order(void) {
    MPI_Datatype type;
    MPI_Aint places[] = {offsetof(struct matrix, d), offsetof(struct matrix, a),
                         offsetof(struct matrix, c), offsetof(struct matrix, b)};
    MPI_Type_create_hindexed_block(4, 1, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    with(type);
    MPI_Type_free(&type);
}

/* ---- Predefined datatypes -------------------------------------------------------------------- */

/* The operation returns the lower rank's operand. So it does not commute, and every result is
 * known. */
static void take_first(void *in, void *inout, int *length, MPI_Datatype *type) {
    if (*type == MPI_INT)
        memcpy(inout, in, (size_t)*length * sizeof(int));
}

static void first_of_all(void) {
    MPI_Op first;
    int mine = rank + 100, got = -1;
    MPI_Op_create(take_first, 0, &first);
    MPI_Allreduce(&mine, &got, 1, MPI_INT, first, MPI_COMM_WORLD);
    CHECK_EQUAL(got, 100);
    MPI_Scan(&mine, &got, 1, MPI_INT, first, MPI_COMM_WORLD);
    CHECK_EQUAL(got, 100);
    MPI_Op_free(&first);
}

static void predefined(void) {
    double mine = rank + 1, got = -1;
    MPI_Scan(&mine, &got, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(got == (rank + 1) * (rank + 2) / 2);
    got = -1;
    MPI_Exscan(&mine, &got, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    CHECK(got == (rank ? rank : -1));
    struct {
        double value;
        int index;
    } pair = {rank % 3, rank}, most;
    MPI_Scan(&pair, &most, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    CHECK_EQUAL(most.index, rank < 2 ? rank : 2);
}

static void local(void) {
    int in[3] = {1, 2, 3}, inout[3] = {10, 20, 30};
    CHECK_EQUAL(MPI_Reduce_local(in, inout, 3, MPI_INT, MPI_SUM), MPI_SUCCESS);
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(inout[i], 11 * (i + 1));
    CHECK_EQUAL(MPI_Reduce_local(in, inout, 0, MPI_INT, MPI_SUM), MPI_SUCCESS);
    CHECK_EQUAL(inout[0], 11);
}

static void commutative(void) {
    MPI_Op yes, no;
    int flag = -1;
    MPI_Op_create(take_first, 1, &yes);
    MPI_Op_create(take_first, 0, &no);
    CHECK_EQUAL(MPI_Op_commutative(yes, &flag), MPI_SUCCESS);
    CHECK_EQUAL(flag, 1);
    CHECK_EQUAL(MPI_Op_commutative(no, &flag), MPI_SUCCESS);
    CHECK_EQUAL(flag, 0);
    CHECK_EQUAL(MPI_Op_commutative(MPI_MAXLOC, &flag), MPI_SUCCESS);
    CHECK_EQUAL(flag, 1);
    MPI_Op_free(&yes);
    MPI_Op_free(&no);
}

static const struct test tests[] = {
    {"operations: without gaps", without_gaps},
    {"operations: in another order than in memory", in_another_order},
    {"operations: the first of all", first_of_all},
    {"operations: predefined, in scans", predefined},
    {"operations: Reduce_local", local},
    {"operations: Op_commutative", commutative},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
