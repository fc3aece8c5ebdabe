/* Barrier, Bcast, Gather and Scatter with every root and several lengths, also in place.
 * Relies on buffering. */
#include "check.h"

static const int lengths[] = {0, 1, 3, 16, 70, 1000};
#define LENGTHS ((int)(sizeof lengths / sizeof *lengths))
#define LONGEST 1000

/* The element at `index` of rank `from` when `root` is the root. */
static int element(int from, int index, int root) {
    return from * 100003 + index * 17 + root;
}

/* With many ranks, only some of them are roots. */
static int next_root(int root) {
    return size <= 5 || root + 1 == size ? root + 1 : root + (size - root > 5 ? 5 : 1);
}

/* No rank leaves the barrier before the last rank has arrived. Each rank in turn is the last one.
 * Just before it enters the barrier, it sends a message to the next rank. */
static void barrier(void) {
    for (int last = 0; last < size; last = next_root(last)) {
        int other = (last + 1) % size, told = 0;
        if (size == 1)
            break;
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == last) {
            double start = MPI_Wtime();
            while (MPI_Wtime() - start < 2e-6)
                ;
            told = 1;
            MPI_Send(&told, 1, MPI_INT, other, 1, MPI_COMM_WORLD);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == other) {
            MPI_Recv(&told, 1, MPI_INT, last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(told);
        }
    }
    CHECK_EQUAL(MPI_Barrier(MPI_COMM_SELF), MPI_SUCCESS);
}

static void bcast(void) {
    static int data[LONGEST + 1];
    for (int root = 0; root < size; root = next_root(root))
        for (int i = 0; i < LENGTHS; i++) {
            for (int k = 0; k <= LONGEST; k++)
                data[k] = rank == root && k < lengths[i] ? element(root, k, root) : -9;
            MPI_Bcast(data, lengths[i], MPI_INT, root, MPI_COMM_WORLD);
            for (int k = 0; k <= LONGEST; k++)
                CHECK_EQUAL(data[k], k < lengths[i] ? element(root, k, root) : -9);
        }
}

/* Long broadcasts are divided into segments. Lengths are multiples of a segment and others. Every
 * rank is the root, two communicators alternate, and some data are in memory that other ranks
 * cannot reach. */
static void long_bcast(void) {
    enum { LONG = 40000 };
    static const unsigned char constants[LONG] = {[0] = 7, [LONG / 2] = 8, [LONG - 1] = 9};
    static const int bytes[] = {16384, 16385, LONG};
    unsigned char *data = malloc(LONG + 1);
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    for (int root = 0; root < size; root = next_root(root))
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k <= LONG; k++)
                data[k] = rank == root && k < bytes[i] ? (unsigned char)element(root, k, i) : 0xee;
            MPI_Bcast(data, bytes[i], MPI_BYTE, root, i % 2 ? other : MPI_COMM_WORLD);
            for (int k = 0; k <= LONG; k++)
                CHECK_EQUAL(data[k], k < bytes[i] ? (unsigned char)element(root, k, i) : 0xee);
        }
    MPI_Bcast(rank ? data : (void *)(uintptr_t)constants, LONG, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK(rank == 0 || !memcmp(data, constants, LONG));
    MPI_Comm_free(&other);
    free(data);
}

/* The root also sends long messages to all ranks, so its link is busy. One rank fetches the
 * broadcast's data from the root, and the next ranks fetch them from this rank. They could do so
 * faster than the data arrive. */
static void long_bcast_beside_messages(void) {
    enum { BESIDE = 2000, SHARED = 3000 };
    static int message[BESIDE], shared[SHARED];
    MPI_Request *requests = malloc((size_t)size * sizeof *requests);
    int sends = rank == 0 ? size - 1 : 0, wrong = 0;
    for (int i = 0; i < SHARED; i++)
        shared[i] = rank ? -1 : element(0, i, 0);
    for (int i = 0; i < BESIDE; i++)
        message[i] = rank ? -1 : element(1, i, 0);
    if (rank)
        MPI_Irecv(message, BESIDE, MPI_INT, 0, 0, MPI_COMM_WORLD, requests);
    for (int i = 0; i < sends; i++)
        MPI_Isend(message, BESIDE, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Bcast(shared, SHARED, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Waitall(rank ? 1 : sends, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < SHARED; i++)
        wrong += shared[i] != element(0, i, 0);
    for (int i = 0; i < BESIDE; i++)
        wrong += message[i] != element(1, i, 0);
    CHECK_EQUAL(wrong, 0);
    free(requests);
}

/* Whether blocks of this length from all ranks together fit into small tiles. */
static int all_blocks_fit(int length) {
    return length * size <= 4000;
}

static void gather(void) {
    int *all = malloc((4000 + (size_t)size) * sizeof *all);
    static int block[LONGEST + 1];
    for (int root = 0; root < size; root = next_root(root))
        for (int i = 0; i < LENGTHS && all_blocks_fit(lengths[i]); i++)
            for (int in_place = 0; in_place < 2; in_place++) {
                int n = lengths[i];
                int *mine = in_place && rank == root ? all + rank * n : block;
                memset(all, 0xff, (size_t)(n * size + 1) * sizeof *all);
                for (int k = 0; k < n; k++)
                    mine[k] = element(rank, k, root);
                MPI_Gather(in_place && rank == root ? MPI_IN_PLACE : block, n, MPI_INT,
                           rank == root ? all : NULL, n, MPI_INT, root, MPI_COMM_WORLD);
                for (int k = 0; k < n * size && rank == root; k++)
                    CHECK_EQUAL(all[k], element(k / n, k % n, root));
                CHECK_EQUAL(all[n * size], -1);
            }
    free(all);
}

static void scatter(void) {
    int *all = malloc((4000 + (size_t)size) * sizeof *all);
    static int block[LONGEST + 1];
    for (int root = 0; root < size; root = next_root(root))
        for (int i = 0; i < LENGTHS && all_blocks_fit(lengths[i]); i++)
            for (int in_place = 0; in_place < 2; in_place++) {
                int n = lengths[i];
                for (int k = 0; k < n * size; k++)
                    all[k] = element(k / n, k % n, root);
                memset(block, 0xff, sizeof block);
                MPI_Scatter(rank == root ? all : NULL, n, MPI_INT,
                            in_place && rank == root ? MPI_IN_PLACE : block, n, MPI_INT, root,
                            MPI_COMM_WORLD);
                const int *mine = in_place && rank == root ? all + rank * n : block;
                for (int k = 0; k < n; k++)
                    CHECK_EQUAL(mine[k], element(rank, k, root));
                if (mine == block)
                    CHECK_EQUAL(block[n], -1);
            }
    free(all);
}

/* User messages with any tag from any rank never match a collective's messages. */
static void apart_from_user_messages(void) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < 10; i++) {
        int out = rank * 100 + i, in = -1, shared = rank == i % size ? i : -1;
        MPI_Status status;
        MPI_Send(&out, 1, MPI_INT, right, i, MPI_COMM_WORLD);
        MPI_Bcast(&shared, 1, MPI_INT, i % size, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK_EQUAL(shared, i);
        CHECK_EQUAL(in, left * 100 + i);
        CHECK_EQUAL(status.MPI_SOURCE, left);
    }
}

static const struct test tests[] = {
    {"collectives: barrier", barrier},
    {"collectives: bcast", bcast},
    {"collectives: long bcast", long_bcast},
    {"collectives: long bcast beside messages", long_bcast_beside_messages},
    {"collectives: gather", gather},
    {"collectives: scatter", scatter},
    {"collectives: apart from user messages", apart_from_user_messages},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
