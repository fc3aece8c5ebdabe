/* Broadcasts, reductions and scans of a few words, in random order with barriers and longer
 * operations, on the world and on communicators of every size and order. Some ranks are late. There
 * are more communicators than can have counters, or cells (words in the shared blocks). */
#include "check.h"
#include "maps.h"

#define MOST_BYTES 40 /* a little more than the longest operations that use cells */

static uint32_t seed; /* equal on all ranks of a communicator */

static int draw(int below) {
    return (int)(random_next(&seed) % (uint32_t)below);
}

/* A communicator, with this rank's number in it and its size. */
struct view {
    MPI_Comm comm;
    int rank, size;
};

static struct view view_of(MPI_Comm comm) {
    struct view view = {.comm = comm};
    MPI_Comm_rank(comm, &view.rank);
    MPI_Comm_size(comm, &view.size);
    return view;
}

static unsigned char byte_of(int from, int index, int round) {
    return (unsigned char)(from * 37 + index * 11 + round);
}

static void bcast(const struct view *view, int round) {
    unsigned char data[MOST_BYTES + 1];
    int bytes = draw(MOST_BYTES + 1), root = draw(view->size);
    for (int i = 0; i <= MOST_BYTES; i++)
        data[i] = view->rank == root && i < bytes ? byte_of(root, i, round) : 0xee;
    CHECK_EQUAL(MPI_Bcast(data, bytes, MPI_BYTE, root, view->comm), MPI_SUCCESS);
    for (int i = 0; i <= MOST_BYTES; i++)
        CHECK_EQUAL(data[i], i < bytes ? byte_of(root, i, round) : 0xee);
}

/* Numbers whose sum depends on the order of the terms. A result must have the same bits on all
 * ranks and for all roots. */
static double number(int from, int index, int round) {
    return 1.0 / (1 + from * 3 + index) + (round % 5) * 1e10 * (from % 2 ? -1 : 1);
}

static void sums_of_doubles(const struct view *view, int round) {
    double mine[5], all[5], at_root[5];
    int count = 1 + draw(4), root = draw(view->size);
    for (int i = 0; i < count; i++)
        mine[i] = number(view->rank, i, round);
    CHECK_EQUAL(MPI_Allreduce(mine, all, count, MPI_DOUBLE, MPI_SUM, view->comm), MPI_SUCCESS);
    double from_first[5], from_root[5];
    memcpy(from_first, all, sizeof all);
    MPI_Bcast(from_first, count, MPI_DOUBLE, 0, view->comm);
    CHECK(!memcmp(from_first, all, (size_t)count * sizeof *all));
    for (int i = 0; i < count; i++) {
        double sum = 0, largest = 0;
        for (int from = 0; from < view->size; from++) {
            double term = number(from, i, round);
            sum += term;
            largest += term < 0 ? -term : term;
        }
        double difference = all[i] - sum;
        CHECK((difference < 0 ? -difference : difference) <= largest * 1e-13);
    }
    MPI_Reduce(mine, at_root, count, MPI_DOUBLE, MPI_SUM, root, view->comm);
    memcpy(from_root, at_root, sizeof at_root);
    MPI_Bcast(from_root, count, MPI_DOUBLE, root, view->comm);
    MPI_Reduce(mine, at_root, count, MPI_DOUBLE, MPI_SUM, 0, view->comm);
    if (view->rank == 0)
        CHECK(!memcmp(from_root, at_root, (size_t)count * sizeof *at_root));
}

static void maps_in_order(const struct view *view, int round) {
    struct map mine[5], got[5];
    int count = 1 + draw(5), root = draw(view->size), in_place = draw(2);
    for (int i = 0; i < count; i++)
        got[i] = mine[i] = map_of(view->rank, i, round);
    CHECK_EQUAL(MPI_Reduce(view->rank == root && in_place ? MPI_IN_PLACE : mine, got, count,
                           map_type, chain_op, root, view->comm),
                MPI_SUCCESS);
    if (view->rank == root)
        check_maps(got, count, view->size, round);
    memcpy(got, mine, sizeof mine);
    CHECK_EQUAL(
        MPI_Allreduce(in_place ? MPI_IN_PLACE : mine, got, count, map_type, chain_op, view->comm),
        MPI_SUCCESS);
    check_maps(got, count, view->size, round);
}

/* An exclusive scan leaves the result of rank 0 as it is. */
static void scans(const struct view *view, int round) {
    struct map mine[5], got[5];
    int count = 1 + draw(5), in_place = draw(2), exclusive = draw(2);
    for (int i = 0; i < count; i++)
        got[i] = mine[i] = map_of(view->rank, i, round);
    const void *from = in_place ? MPI_IN_PLACE : mine;
    CHECK_EQUAL(exclusive ? MPI_Exscan(from, got, count, map_type, chain_op, view->comm)
                          : MPI_Scan(from, got, count, map_type, chain_op, view->comm),
                MPI_SUCCESS);
    if (exclusive && view->rank == 0)
        CHECK(!memcmp(got, mine, (size_t)count * sizeof *got));
    else
        check_maps(got, count, view->rank + !exclusive, round);
}

static void integers(const struct view *view, int round) {
    int mine = view->rank * 5 + round, least = -1, root = draw(view->size), sum = -1;
    MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, root, view->comm);
    if (view->rank == root)
        CHECK_EQUAL(sum, 5 * view->size * (view->size - 1) / 2 + round * view->size);
    else
        CHECK_EQUAL(sum, -1);
    MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, view->comm);
    CHECK_EQUAL(least, round);
}

/* A message that goes around the ranks and is in flight while they continue. */
static void message(const struct view *view, int round) {
    int out = view->rank + round, in = -1, left = (view->rank + view->size - 1) % view->size;
    MPI_Request request;
    MPI_Irecv(&in, 1, MPI_INT, left, 3, view->comm, &request);
    MPI_Send(&out, 1, MPI_INT, (view->rank + 1) % view->size, 3, view->comm);
    integers(view, round);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_EQUAL(in, left + round);
}

static void be_late(void) {
    double start = MPI_Wtime();
    while (MPI_Wtime() - start < 3e-6)
        ;
}

static void rounds(MPI_Comm comm, int count) {
    struct view view = view_of(comm);
    for (int round = 0; round < count; round++) {
        int what = draw(9);
        if (draw(4) == 0 && draw(view.size) == view.rank)
            be_late();
        if (what < 2)
            bcast(&view, round);
        else if (what == 2)
            sums_of_doubles(&view, round);
        else if (what == 3)
            maps_in_order(&view, round);
        else if (what == 4)
            MPI_Barrier(comm);
        else if (what == 5)
            message(&view, round);
        else if (what == 6)
            scans(&view, round);
        else
            integers(&view, round);
    }
}

static void world(void) {
    seed = 0x51ed270bu;
    rounds(MPI_COMM_WORLD, 60);
    rounds(MPI_COMM_SELF, 10);
}

/* First the root is ahead of the others, then the others are ahead of the root. */
static void ahead(void) {
    for (int root = 0; root < size; root += 1 + size / 4)
        for (int round = 0; round < 12; round++) {
            int data = rank == root ? root * 100 + round : -1, sum = -1;
            if (round % 3 == 0 && (rank == root) == (round % 2))
                be_late();
            MPI_Bcast(&data, 1, MPI_INT, root, MPI_COMM_WORLD);
            CHECK_EQUAL(data, root * 100 + round);
            data += rank;
            MPI_Reduce(&data, &sum, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
            if (rank == root)
                CHECK_EQUAL(sum, size * (root * 100 + round) + size * (size - 1) / 2);
        }
}

/* The communicators have every number of ranks from 1 to all and back to 1, with ranks in reverse
 * order. The counters and cells of freed communicators are reused. */
static void parts(void) {
    for (int step = 1; step < 2 * size; step += 1 + size / 8) {
        int members = step <= size ? step : 2 * size - step;
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, rank < members ? 0 : MPI_UNDEFINED, -rank, &part);
        if (part == MPI_COMM_NULL)
            continue;
        seed = 77u + (uint32_t)step;
        rounds(part, 12);
        MPI_Comm_free(&part);
    }
}

static void many(void) {
    enum { MANY = 9 };
    MPI_Comm comms[MANY];
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < MANY; i++) {
            MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
            seed = 1000u + (uint32_t)i;
            rounds(comms[i], 3);
        }
        for (int i = 0; i < MANY; i++)
            rounds(comms[i], 2);
        for (int i = 0; i < MANY; i++)
            MPI_Comm_free(&comms[(i * 4 + again) % MANY]);
    }
}

/* The root's length differs from that of its neighbour. After the error, everything must work. */
static void other_lengths(void) {
    if (size == 1)
        return;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int round = 0; round < 3; round++) {
        int data[2] = {rank, rank}, sum = 0;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
        CHECK_EQUAL(sum, size * (size - 1) / 2);
        if (round == 0)
            continue; /* the library sets up cells only for the second operation */
        int mine = round == 1 ? 1 : 2,
            class = class_of(MPI_Bcast(data, rank ? mine : 3 - mine, MPI_INT, 0, comm));
        if (rank == 1)
            CHECK_EQUAL(class, round == 1 ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
        if (rank == 0)
            CHECK_EQUAL(class, MPI_SUCCESS);
    }
    MPI_Comm_free(&comm);
}

static const struct test tests[] = {
    {"few words: on the world", world},          {"few words: one is ahead", ahead},
    {"few words: on its parts", parts},          {"few words: on many communicators", many},
    {"few words: other lengths", other_lengths}, {0},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    make_maps();
    int failed = run_tests(tests);
    free_maps();
    MPI_Finalize();
    return failed != 0;
}
