/* Repeats MPI_Allreduce of a word many times, with operations that accumulators have and others
 * that they lack. Barriers and broadcasts come in between. Some communicators fill a rectangle of
 * tiles, others do not. The test's chip has accumulators; the program is correct on any chip. */
#include "check.h"

static unsigned value(int of, int round) {
    unsigned x = (unsigned)of * 2654435761u ^ ((unsigned)round + 1) * 2246822519u;
    return x ^ x >> 13;
}

/* The operation by its definition. */
static unsigned combine(int which, unsigned a, unsigned b) {
    int first = (int)a, second = (int)b;
    switch (which) {
    case 0:
    case 1:
        return a + b;
    case 2:
        return (unsigned)(first < second ? first : second);
    case 3:
        return (unsigned)(first > second ? first : second);
    case 4:
        return a < b ? a : b;
    case 5:
        return a > b ? a : b;
    case 6:
        return a & b;
    case 7:
        return a | b;
    case 8:
        return a ^ b;
    case 9:
        return a * b;
    default:
        return a && b;
    }
}

static void all_of(MPI_Comm comm) {
    const struct {
        MPI_Op op;
        MPI_Datatype type;
    } operations[] = {
        {MPI_SUM, MPI_INT},       {MPI_SUM, MPI_UINT32_T},  {MPI_MIN, MPI_INT},
        {MPI_MAX, MPI_LONG},      {MPI_MIN, MPI_UNSIGNED},  {MPI_MAX, MPI_UNSIGNED},
        {MPI_BAND, MPI_INT},      {MPI_BOR, MPI_UNSIGNED},  {MPI_BXOR, MPI_INT32_T},
        {MPI_PROD, MPI_UNSIGNED}, {MPI_LAND, MPI_UNSIGNED},
    };
    int ranks, own, wrong = 0, kinds = sizeof operations / sizeof *operations;
    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &own);
    for (int round = 0; round < 6 * kinds; round++) {
        int which = round % kinds;
        if (sizeof(long) != sizeof(int) && operations[which].type == MPI_LONG)
            continue;
        unsigned mine = value(own, round), sum = mine, expected = value(0, round);
        for (int other = 1; other < ranks; other++)
            expected = combine(which, expected, value(other, round));
        if (which == kinds - 1 && ranks == 1)
            expected = mine;
        const void *from = round % 3 ? &mine : MPI_IN_PLACE;
        CHECK_EQUAL(
            MPI_Allreduce(from, &sum, 1, operations[which].type, operations[which].op, comm),
            MPI_SUCCESS);
        wrong += sum != expected;
        /* Other collectives in between. Some of their work is left to the next collective. */
        if (round % 4 == 1)
            MPI_Barrier(comm);
        unsigned told = own == round % ranks ? value(own, -round) : 0;
        if (round % 5 < 2) {
            MPI_Bcast(&told, 1, MPI_UNSIGNED, round % ranks, comm);
            wrong += told != value(round % ranks, -round);
        }
        long long both = own, many;
        if (round % 7 == 3) {
            MPI_Allreduce(&both, &many, 1, MPI_LONG_LONG, MPI_SUM, comm);
            wrong += many != (long long)ranks * (ranks - 1) / 2;
        }
    }
    CHECK_EQUAL(wrong, 0);
}

static void world(void) {
    all_of(MPI_COMM_WORLD);
}

/* If ranks follow the order of tiles, the halves of each row are rectangles, but a third of all
 * ranks is not a rectangle. The halves and the world reduce in turn. */
static void parts(void) {
    MPI_Comm part;
    for (int time = 0; time < 2; time++) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 4 / 2, rank, &part);
        all_of(part);
        all_of(MPI_COMM_WORLD);
        MPI_Comm_free(&part);
        MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, &part);
        all_of(part);
        MPI_Comm_free(&part);
    }
}

/* Reduces while a nonblocking barrier is in progress. */
static void beside_nonblocking(void) {
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    all_of(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    static const struct test tests[] = {
        {"accumulators: world", world},
        {"accumulators: parts", parts},
        {"accumulators: beside a nonblocking barrier", beside_nonblocking},
        {0}};
    return run_all(argc, argv, tests);
}
