/* MPI_Alltoall of long blocks, with lengths around the limits between algorithms: contiguous, with
 * gaps at some ranks, in place, nonblocking, and with lengths that disagree. */
#include <stdbool.h>

#include "check.h"

/* Largest total length in bytes. It fits into the memory of a tile, for each number of ranks in the
 * tests. */
#define MOST_IN_ALL 262144

static int lengths[] = {252, 256, 260, 284, 292, 1024, 2044, 2048, 2052, 4096, 8192};
#define LENGTHS (int)(sizeof lengths / sizeof *lengths)

/* With many ranks, a third of the lengths is enough. */
static int step_of_lengths(void) {
    return size < 64 ? 1 : 3;
}

/* The word that rank `from` sends to rank `to` at `index` in a round of the test. */
static int word(int from, int to, int index, int round) {
    return from * 1000003 + to * 1009 + index * 7 + round;
}

static int *sent, *got;

/* Fills the blocks to send, with `step` words for each word of data, and allocates memory for the
 * received ones. Returns false, at all ranks, if blocks of `words` words are too long. */
static bool begin(int words, int step, int round) {
    size_t bytes = (size_t)words * (size_t)size * sizeof *sent;
    if (bytes > MOST_IN_ALL / 2 && words > 64)
        return false;
    sent = malloc(bytes * (size_t)step);
    got = calloc(1, bytes);
    int is_full = !sent || !got;
    MPI_Allreduce(MPI_IN_PLACE, &is_full, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int to = 0; !is_full && to < size; to++)
        for (int i = 0; i < words; i++)
            sent[(to * words + i) * step] = word(rank, to, i, round);
    return !is_full;
}

static void end(void) {
    free(sent);
    free(got);
    sent = got = NULL;
}

static void check(const int *blocks, int words, int round) {
    for (int from = 0; from < size; from++)
        for (int i = 0; i < words; i++)
            CHECK_EQUAL(blocks[from * words + i], word(from, rank, i, round));
}

static void contiguous(void) {
    for (int round = 0; round < LENGTHS; round += step_of_lengths()) {
        int words = lengths[round % LENGTHS] / 4;
        if (begin(words, 1, round)) {
            CHECK_EQUAL(MPI_Alltoall(sent, words, MPI_INT, got, words, MPI_INT, MPI_COMM_WORLD),
                        MPI_SUCCESS);
            check(got, words, round);
        }
        end();
    }
}

/* Some ranks send words with gaps, so not all ranks have their blocks in one piece. */
static void with_gaps(void) {
    MPI_Datatype spaced;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spaced);
    MPI_Type_commit(&spaced);
    for (int round = 0; round < LENGTHS; round += step_of_lengths()) {
        int words = lengths[round] / 4, step = 1 + (rank % 3 == round % 3);
        if (begin(words, step, round)) {
            CHECK_EQUAL(MPI_Alltoall(sent, words, step == 1 ? MPI_INT : spaced, got, words, MPI_INT,
                                     MPI_COMM_WORLD),
                        MPI_SUCCESS);
            check(got, words, round);
        }
        end();
    }
    MPI_Type_free(&spaced);
}

static void in_place(void) {
    for (int round = 0; round < LENGTHS; round += step_of_lengths()) {
        int words = lengths[round] / 4;
        if (begin(words, 1, round)) {
            CHECK_EQUAL(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, sent, words, MPI_INT,
                                     MPI_COMM_WORLD),
                        MPI_SUCCESS);
            check(sent, words, round);
        }
        end();
    }
}

static void nonblocking(void) {
    for (int round = 0; round < LENGTHS; round += step_of_lengths()) {
        int words = lengths[round] / 4;
        MPI_Request request;
        if (begin(words, 1, round)) {
            MPI_Ialltoall(sent, words, MPI_INT, got, words, MPI_INT, MPI_COMM_WORLD, &request);
            CHECK_EQUAL(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
            check(got, words, round);
        }
        end();
    }
}

/* The largest total length in bytes for which a rank begins the exchange without agreeing with the
 * others. */
#define WITHOUT_ASKING 65536

/* One rank sends or receives shorter blocks than the others, or both. No rank waits for ever, and
 * the next exchange is right. A rank that receives shorter blocks gets an error. */
static void disagree(int round, int fewer, int most, bool sends_fewer, bool receives_fewer) {
    bool is_odd = rank == round % size;
    int sends = is_odd && sends_fewer ? fewer : most;
    int receives = is_odd && receives_fewer ? fewer : most;
    if (begin(most, 1, round)) {
        int error = MPI_Alltoall(sent, sends, MPI_INT, got, receives, MPI_INT, MPI_COMM_WORLD);
        if (size > 1 && receives < most)
            CHECK(class_of(error) == MPI_ERR_TRUNCATE || class_of(error) == MPI_ERR_COUNT);
        CHECK_EQUAL(MPI_Alltoall(sent, most, MPI_INT, got, most, MPI_INT, MPI_COMM_WORLD),
                    MPI_SUCCESS);
        check(got, most, round);
    }
    end();
}

static void lengths_that_disagree(void) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int round = 0; round < LENGTHS - 1; round += step_of_lengths()) {
        int fewer = lengths[round], most = lengths[round + 1];
        if ((fewer * size > WITHOUT_ASKING) != (most * size > WITHOUT_ASKING))
            continue;
        disagree(round, fewer / 4, most / 4, true, true);
        disagree(round, fewer / 4, most / 4, true, false);
        disagree(round + 1, fewer / 4, most / 4, false, true);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static const struct test tests[] = {
    {"long blocks: contiguous", contiguous},
    {"long blocks: with gaps", with_gaps},
    {"long blocks: in place", in_place},
    {"long blocks: nonblocking", nonblocking},
    {"long blocks: lengths that disagree", lengths_that_disagree},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
