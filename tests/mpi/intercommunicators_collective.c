/* Collectives on intercommunicators: each side gets what the other side contributes. */
#include "check.h"
#include "sides.h"

/* Lengths that are sent at once, lengths that are sent by rendezvous, and lengths that are divided
 * into segments. */
static const int lengths[] = {0, 1, 5, 40, 3000};
#define LENGTHS 5
#define LONGEST 3000
#define MOST_ELEMENTS 3100

static int in[MOST_ELEMENTS], out[MOST_ELEMENTS];
static int counts[MOST], places[MOST], other_counts[MOST], other_places[MOST];
static MPI_Comm inter;
static int me; /* rank of this process on its side */

/* The element at `index` that a rank of the world has for another rank, or for all. */
static int element(int from, int to, int index) {
    return from * 10007 + to * 101 + index;
}

static void fill(int *data, int from, int to, int n) {
    for (int k = 0; k < n; k++)
        data[k] = element(from, to, k);
}

static void check_block(const int *data, int from, int to, int n) {
    for (int k = 0; k < n; k++)
        CHECK_EQUAL(data[k], element(from, to, k));
}

static void clear(void) {
    memset(in, 0xee, sizeof in);
}

/* Checks that element n of `in`, the first one after the received elements, has not been
 * written. */
static void check_behind(int n) {
    CHECK_EQUAL(in[n], (int)0xeeeeeeee);
}

/* Calls `with` for every root of both sides. `argument` is what this rank passes as the root:
 * MPI_ROOT, MPI_PROC_NULL or the root's rank. `root` is the root's rank in its side. */
static void each_root(void (*with)(int argument, int root)) {
    for (int root_side = 0; root_side < 2; root_side++) {
        int roots = root_side == side ? own_size : other_size;
        for (int root = 0; root < roots; root++)
            if (root_side != side)
                with(root, root);
            else
                with(root == me ? MPI_ROOT : MPI_PROC_NULL, root);
    }
}

static int is_receiver(int argument) {
    return argument >= 0;
}

/* No rank leaves before the last rank of either side has arrived. */
static void barrier(void) {
    for (int last = 0; last < size; last++) {
        double came, latest;
        if (rank == last)
            for (double start = MPI_Wtime(); MPI_Wtime() - start < 2e-6;)
                ;
        came = MPI_Wtime();
        CHECK_EQUAL(MPI_Barrier(inter), MPI_SUCCESS);
        double left = MPI_Wtime();
        latest = came;
        for (int i = 0; i < size && rank == last; i++)
            if (i != last)
                MPI_Send(&came, 1, MPI_DOUBLE, i, 5, MPI_COMM_WORLD);
        if (rank != last)
            MPI_Recv(&latest, 1, MPI_DOUBLE, last, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(latest <= left);
    }
}

static void bcast_from(int argument, int root) {
    for (int i = 0; i < LENGTHS; i++) {
        int n = lengths[i];
        clear();
        if (argument == MPI_ROOT)
            fill(in, rank, 0, n);
        CHECK_EQUAL(MPI_Bcast(in, n, MPI_INT, argument, inter), MPI_SUCCESS);
        if (is_receiver(argument))
            check_block(in, other_world[root], 0, n);
        check_behind(is_receiver(argument) || argument == MPI_ROOT ? n : 0);
    }
}

static void bcast(void) {
    each_root(bcast_from);
}

static int all_blocks_fit(int n) {
    return n * size < MOST_ELEMENTS;
}

static void gather_to(int argument, int root) {
    for (int i = 0; i < LENGTHS && all_blocks_fit(lengths[i]); i++) {
        int n = lengths[i], is_root = argument == MPI_ROOT;
        clear();
        fill(out, rank, root, n);
        CHECK_EQUAL(MPI_Gather(is_root ? NULL : out, is_root ? 77 : n,
                               is_root ? MPI_DATATYPE_NULL : MPI_INT, is_root ? in : NULL, n,
                               MPI_INT, argument, inter),
                    MPI_SUCCESS);
        for (int from = 0; from < other_size && is_root; from++)
            check_block(in + from * n, other_world[from], root, n);
        check_behind(is_root ? other_size * n : 0);
    }
}

static void scatter_from(int argument, int root) {
    for (int i = 0; i < LENGTHS && all_blocks_fit(lengths[i]); i++) {
        int n = lengths[i], is_root = argument == MPI_ROOT;
        clear();
        for (int to = 0; to < other_size; to++)
            fill(out + to * n, rank, to, n);
        CHECK_EQUAL(MPI_Scatter(is_root ? out : NULL, n, MPI_INT, is_root ? NULL : in,
                                is_root ? 77 : n, is_root ? MPI_DATATYPE_NULL : MPI_INT, argument,
                                inter),
                    MPI_SUCCESS);
        if (is_receiver(argument))
            check_block(in, other_world[root], me, n);
        check_behind(is_receiver(argument) ? n : 0);
    }
}

/* Length of a block for Gatherv, Alltoallv and similar functions. */
static int length(int from, int to) {
    return (from * 5 + to * 3) % 7;
}

/* Places blocks one after the other, with a gap between them. */
static void place(const int *count, int *at, int blocks) {
    for (int i = 0, next = 0; i < blocks; next += count[i++] + 1)
        at[i] = next;
}

static void gatherv_to(int argument, int root) {
    int is_root = argument == MPI_ROOT;
    for (int i = 0; i < other_size; i++)
        counts[i] = length(other_world[i], 3);
    place(counts, places, other_size);
    clear();
    fill(out, rank, root, length(rank, 3));
    CHECK_EQUAL(
        MPI_Gatherv(out, length(rank, 3), MPI_INT, in, counts, places, MPI_INT, argument, inter),
        MPI_SUCCESS);
    for (int from = 0; from < other_size && is_root; from++) {
        check_block(in + places[from], other_world[from], root, counts[from]);
        check_behind(places[from] + counts[from]);
    }
    if (!is_root)
        check_behind(0);
}

static void scatterv_from(int argument, int root) {
    int n = length(4, rank);
    for (int i = 0; i < other_size; i++)
        counts[i] = length(4, other_world[i]);
    place(counts, places, other_size);
    clear();
    for (int to = 0; to < other_size; to++)
        fill(out + places[to], rank, to, counts[to]);
    CHECK_EQUAL(MPI_Scatterv(out, counts, places, MPI_INT, in, n, MPI_INT, argument, inter),
                MPI_SUCCESS);
    if (is_receiver(argument))
        check_block(in, other_world[root], me, n);
    check_behind(is_receiver(argument) ? n : 0);
}

static void gather(void) {
    each_root(gather_to);
    each_root(gatherv_to);
}

static void scatter(void) {
    each_root(scatter_from);
    each_root(scatterv_from);
}

/* The two sides have blocks of different lengths. */
static void allgather(void) {
    for (int i = 0; i < LENGTHS - 1 && all_blocks_fit(2 * lengths[i]); i++) {
        int n = lengths[i], mine = side ? 2 * n : n, theirs = side ? n : 2 * n;
        clear();
        fill(out, rank, 0, mine);
        CHECK_EQUAL(MPI_Allgather(out, mine, MPI_INT, in, theirs, MPI_INT, inter), MPI_SUCCESS);
        for (int from = 0; from < other_size; from++)
            check_block(in + from * theirs, other_world[from], 0, theirs);
        check_behind(other_size * theirs);
    }
    for (int i = 0; i < other_size; i++)
        counts[i] = length(other_world[i], 1);
    place(counts, places, other_size);
    clear();
    fill(out, rank, 0, length(rank, 1));
    CHECK_EQUAL(MPI_Allgatherv(out, length(rank, 1), MPI_INT, in, counts, places, MPI_INT, inter),
                MPI_SUCCESS);
    for (int from = 0; from < other_size; from++) {
        check_block(in + places[from], other_world[from], 0, counts[from]);
        check_behind(places[from] + counts[from]);
    }
}

static void alltoall(void) {
    for (int i = 0; i < LENGTHS - 1 && all_blocks_fit(lengths[i]); i++) {
        int n = lengths[i];
        clear();
        for (int to = 0; to < other_size; to++)
            fill(out + to * n, rank, other_world[to], n);
        CHECK_EQUAL(MPI_Alltoall(out, n, MPI_INT, in, n, MPI_INT, inter), MPI_SUCCESS);
        for (int from = 0; from < other_size; from++)
            check_block(in + from * n, other_world[from], rank, n);
        check_behind(other_size * n);
    }
}

/* Alltoallv, and Alltoallw with displacements in bytes. */
static void alltoallv(void) {
    MPI_Datatype types[MOST];
    for (int i = 0; i < other_size; i++) {
        counts[i] = length(rank, other_world[i]);
        other_counts[i] = length(other_world[i], rank);
        types[i] = MPI_INT;
    }
    place(counts, places, other_size);
    place(other_counts, other_places, other_size);
    for (int with_types = 0; with_types < 2; with_types++) {
        clear();
        for (int to = 0; to < other_size; to++)
            fill(out + places[to], rank, other_world[to], counts[to]);
        for (int i = 0; i < other_size && with_types; i++) {
            places[i] *= (int)sizeof(int);
            other_places[i] *= (int)sizeof(int);
        }
        CHECK_EQUAL(with_types ? MPI_Alltoallw(out, counts, places, types, in, other_counts,
                                               other_places, types, inter)
                               : MPI_Alltoallv(out, counts, places, MPI_INT, in, other_counts,
                                               other_places, MPI_INT, inter),
                    MPI_SUCCESS);
        for (int from = 0; from < other_size; from++) {
            int at = other_places[from] / (with_types ? (int)sizeof(int) : 1);
            check_block(in + at, other_world[from], rank, other_counts[from]);
            check_behind(at + other_counts[from]);
        }
    }
}

/* The operation concatenates strings of digits, so it does not commute. A pair holds a number
 * and the count of its digits. */
static void append(void *a, void *b, int *n, MPI_Datatype *type) {
    unsigned *left = a, *right = b;
    (void)type;
    for (int i = 0; i < *n; i++, left += 2, right += 2) {
        for (unsigned k = 0; k < right[1]; k++)
            left[0] *= 3; /* a function must not change `in`, but this test does */
        right[0] += left[0];
        right[1] += left[1];
        for (unsigned k = 0; k < right[1] - left[1]; k++)
            left[0] *= 0xaaaaaaab; /* restored with the inverse of 3 modulo 2^32 */
    }
}

/* The concatenation of the digits of all ranks of a side, in their order. */
static unsigned appended(const int *world, int ranks, int index) {
    unsigned all = 0;
    for (int i = 0; i < ranks; i++)
        all = all * 3 + (unsigned)(world[i] * 7 + index) % 3;
    return all;
}

static void fill_digits(int n) {
    for (int k = 0; k < n; k++) {
        out[2 * k] = (rank * 7 + k) % 3;
        out[2 * k + 1] = 1;
    }
}

static void check_digits(int first, int n) {
    for (int k = 0; k < n; k++) {
        CHECK_EQUAL((unsigned)in[2 * k], appended(other_world, other_size, first + k));
        CHECK_EQUAL(in[2 * k + 1], other_size);
    }
}

static MPI_Op op;
static MPI_Datatype pair;

static void reduce_to(int argument, int root) {
    (void)root;
    for (int i = 0; i < LENGTHS; i++) {
        int n = lengths[i] / 2, is_root = argument == MPI_ROOT;
        clear();
        fill_digits(n);
        CHECK_EQUAL(
            MPI_Reduce(is_root ? NULL : out, is_root ? in : NULL, n, pair, op, argument, inter),
            MPI_SUCCESS);
        if (is_root)
            check_digits(0, n);
        check_behind(is_root ? 2 * n : 0);
    }
}

static void allreduce(void) {
    for (int i = 0; i < LENGTHS; i++) {
        int n = lengths[i] / 2;
        clear();
        fill_digits(n);
        CHECK_EQUAL(MPI_Allreduce(out, in, n, pair, op, inter), MPI_SUCCESS);
        check_digits(0, n);
        check_behind(2 * n);
    }
}

/* Both sides must have the same number of elements in total: `each` for every rank of the other
 * side. */
static void reduce_scatter(void) {
    int each = size > 32 ? 1 : 3, own = each * other_size, total = own * own_size;
    clear();
    fill_digits(total);
    CHECK_EQUAL(MPI_Reduce_scatter_block(out, in, own, pair, op, inter), MPI_SUCCESS);
    check_digits(own * me, own);
    check_behind(2 * own);
    /* The last rank gets all remaining elements. */
    int before = 0;
    for (int i = 0; i < own_size; i++) {
        counts[i] = i == own_size - 1 ? total - before : i % 4;
        places[i] = before;
        before += counts[i];
    }
    clear();
    CHECK_EQUAL(MPI_Reduce_scatter(out, in, counts, pair, op, inter), MPI_SUCCESS);
    check_digits(places[me], counts[me]);
    check_behind(2 * counts[me]);
}

static void reductions(void) {
    MPI_Type_contiguous(2, MPI_UNSIGNED, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(append, 0, &op);
    each_root(reduce_to);
    allreduce();
    reduce_scatter();
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
}

/* A column of a matrix on one side becomes a row on the other. */
static void with_gaps(void) {
    MPI_Datatype column;
    MPI_Type_vector(4, 1, 5, MPI_INT, &column);
    MPI_Type_commit(&column);
    clear();
    for (int k = 0; k < 4; k++)
        out[5 * k] = element(rank, 0, k);
    CHECK_EQUAL(MPI_Allgather(out, 1, column, in, 4, MPI_INT, inter), MPI_SUCCESS);
    for (int from = 0; from < other_size; from++)
        check_block(in + 4 * from, other_world[from], 0, 4);
    clear();
    int argument = side ? 0 : me == 0 ? MPI_ROOT : MPI_PROC_NULL;
    fill(out, rank, 0, 4);
    CHECK_EQUAL(MPI_Bcast(side ? in : out, side ? 1 : 4, side ? column : MPI_INT, argument, inter),
                MPI_SUCCESS);
    for (int k = 0; k < 4 && side; k++)
        CHECK_EQUAL(in[5 * k], element(other_world[0], 0, k));
    MPI_Type_free(&column);
}

/* Each error is found before anything is sent, so the other ranks need not take part. */
static void wrong_arguments(void) {
    int root = MPI_ROOT;
    CHECK_CLASS(MPI_Bcast(in, 1, MPI_INT, other_size, inter), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Bcast(in, 1, MPI_INT, MPI_ANY_SOURCE, inter), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Bcast(in, -1, MPI_INT, root, inter), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Bcast(NULL, 1, MPI_INT, root, inter), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Bcast(in, 1, MPI_DATATYPE_NULL, root, inter), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Bcast(in, 1, MPI_INT, MPI_ROOT, MPI_COMM_WORLD), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Gather(out, 1, MPI_INT, in, 1, MPI_INT, other_size, inter), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, in, 1, MPI_INT, 0, inter), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Gather(out, 1, MPI_INT, in, -1, MPI_INT, root, inter), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Gatherv(out, 1, MPI_INT, in, NULL, places, MPI_INT, root, inter), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Scatter(out, 1, MPI_INT, in, 1, MPI_INT, -7, inter), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Scatter(out, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, 0, inter), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Scatterv(out, counts, NULL, MPI_INT, in, 1, MPI_INT, root, inter), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, in, 1, MPI_INT, inter), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Allgather(out, 1, MPI_INT, in, -1, MPI_INT, inter), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT, in, 1, MPI_INT, inter), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Alltoall(out, 1, MPI_DATATYPE_NULL, in, 1, MPI_INT, inter), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Reduce(out, in, 1, MPI_INT, MPI_SUM, other_size, inter), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Reduce(out, in, 1, MPI_INT, MPI_OP_NULL, 0, inter), MPI_ERR_OP);
    CHECK_CLASS(MPI_Reduce(MPI_IN_PLACE, in, 1, MPI_INT, MPI_SUM, 0, inter), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Allreduce(MPI_IN_PLACE, in, 1, MPI_INT, MPI_SUM, inter), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Allreduce(in, in, 1, MPI_INT, MPI_SUM, inter), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Allreduce(out, in, 1, MPI_FLOAT, MPI_BAND, inter), MPI_ERR_OP);
    CHECK_CLASS(MPI_Reduce_scatter_block(MPI_IN_PLACE, in, 1, MPI_INT, MPI_SUM, inter),
                MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Scan(out, in, 1, MPI_INT, MPI_SUM, inter), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Exscan(out, in, 1, MPI_INT, MPI_SUM, inter), MPI_ERR_COMM);
}

static const struct test tests[] = {
    {"two sides: barrier", barrier},
    {"two sides: bcast", bcast},
    {"two sides: gather", gather},
    {"two sides: scatter", scatter},
    {"two sides: allgather", allgather},
    {"two sides: alltoall", alltoall},
    {"two sides: alltoallv", alltoallv},
    {"two sides: reductions", reductions},
    {"two sides: with gaps", with_gaps},
    {"two sides: wrong arguments", wrong_arguments},
    {0},
};

/* A single rank has no other group to connect to. */
static const struct test none[] = {{0}};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    list_sides();
    if (size > 1) {
        inter = make();
        MPI_Comm_rank(inter, &me);
    }
    int failed = run_tests(size > 1 ? tests : none);
    if (size > 1)
        MPI_Comm_free(&inter);
    if (rank == 0)
        printf("%d ranks\n", size);
    MPI_Finalize();
    return failed != 0;
}
