#include "hal/store.h"
#include "mpi/collective/scratch.h"
#include "mpi/transport/native/collective/level.h"
#include "mpi/transport/native/collective/pairs.h"

/* As many rounds as the largest possible number of ranks needs, which is an int. */
#define MOST_ROUNDS 31

/* A round with one other rank:
 * - `at`, `count`: offset in bytes and number of the elements that this rank keeps;
 * - `bytes`: their length;
 * - `left_at`, `left_bytes`: the bytes that this rank leaves to the other rank;
 * - `room`: where the other rank puts its operand;
 * - `result`: the address of the other rank's result, or 0. */
struct round {
    size_t at, count, bytes;
    size_t left_at, left_bytes;
    char *room;
    hal_address result;
};

/* A put into the memory of the other rank of a round. */
struct put {
    bool is_open;
    hal_transfer transfer;
};

static inline struct put put(hal_address to, const char *from, size_t bytes) {
    struct put put = {.is_open = to && bytes};
    if (put.is_open)
        put.transfer = hal_put(to, from, bytes);
    return put;
}

/* Completes a put, and waits for the other rank's data. */
static void meet(struct oc_cell_call *call, unsigned round, struct put put) {
    if (put.is_open)
        hal_finish(put.transfer);
    oc_pair_meet(call, round);
}

/* Recursive halving and doubling. In a round of halving, each of two ranks keeps one half of the
 * elements. The other rank puts its operand for this half into the memory of the rank that keeps
 * it, which combines both operands. A rank first combines what it will leave to the other rank of
 * the next round, so that these data are in flight while it combines the rest. In the last round of
 * halving, the operand is put at its place in the result, unless the result is an operand, too. In
 * a round of doubling, the two ranks exchange their parts of the result.
 *
 * If the number of ranks is not a power of two, there is a first round of pairs (cells.h), in which
 * the lower rank keeps everything and the higher rank nothing. The higher rank takes part in no
 * other round. It learns of other ranks' errors only when the pair doubles, so this happens even
 * after errors and without data. */
int oc_allreduce_halves(const struct oc_communicator *comm, const char *mine, char *result,
                        size_t count, size_t bytes, const struct oc_reduction *reduction) {
    struct oc_cell_call call =
        oc_cells_begin(comm, OC_TAG_ALLREDUCE, sizeof(struct oc_pair_memory));
    unsigned number = 0, place = call.cells->place, bit = call.cells->first;
    struct round list[MOST_ROUNDS], *round, *end = list + call.cells->rounds;
    size_t element = count ? bytes / count : 0, all = 0, at = 0, left = count;
    for (round = list; round != end; round++, bit *= 2) {
        size_t lower = left >> (bit != OC_PAIRS_BIT);
        size_t lower_bytes = lower * element, upper = left - lower;
        bool is_upper = place & bit;
        round->left_at = is_upper ? at : at + lower_bytes;
        round->left_bytes = is_upper ? lower_bytes : upper * element;
        at += is_upper ? lower_bytes : 0;
        round->at = at;
        round->count = left = is_upper ? upper : lower;
        all += round->bytes = left * element;
    }
    struct oc_scratch scratch;
    char *room = oc_scratch_take(&scratch, result ? all : all + bytes) ? scratch.data : NULL;
    if (!result && room)
        result = room + all;
    if (!room)
        oc_coll_keep_error(&call.collective, MPI_ERR_NO_MEM);
    int level_before = oc_level_begin(comm);
    struct oc_pair_memory here = {0};
    size_t expected = SIZE_MAX; /* without memory: no data have this length */
    if (room) {
        here = (struct oc_pair_memory){hal_global(result), bytes, hal_global(room)};
        expected = bytes;
    }
    for (round = list; round != end; round++) {
        round->room = room;
        if (room && round + 1 == end && mine != result) {
            round->room = result + round->at;
            here.room = here.result + round->at;
        }
        oc_pair_tell(&call, number++, &here);
        here.room += round->bytes;
        room += round->bytes;
    }
    struct oc_cell_call told = call;
    oc_pair_go_on(&call);
    number = 0;
    char *partial = (char *)mine;
    const char *own = NULL; /* the operand that this rank combines with the one in `partial` */
    for (at = 0, left = count, round = list;; at = (round++)->at) {
        size_t kept_at = 0;
        struct oc_pair_memory there;
        struct put sent;
        if (round != end) {
            size_t left_at = round->left_at - at;
            there = oc_pair_learn(&call, &told, number, expected);
            if (own)
                reduction->fold(own + left_at, partial + left_at, left - round->count);
            sent = put(there.room, partial + left_at, round->left_bytes);
            kept_at = round->at - at;
            left = round->count;
        }
        if (own)
            reduction->fold(own + kept_at, partial + kept_at, left);
        if (round == end)
            break;
        round->result = there.result;
        meet(&call, number++, sent);
        own = there.room ? partial + kept_at : NULL;
        partial = round->room;
    }
    /* In each round, the two ranks have told each other the errors that they knew. So by now all
     * ranks that take part in more than one round know of an error. */
    bool has_result = count && !call.collective.error;
    if (__builtin_expect(!has_result, false)) {
        number = call.cells->first == OC_PAIRS_BIT;
        round = list + number;
        if (number)
            list->bytes = 0;
    } else if (partial != result + at) {
        memcpy(result + at, partial, end[-1].bytes);
    }
    if (has_result || call.cells->paired)
        oc_pair_go_on(&call);
    while (round-- != list)
        meet(&call, --number, put(round->result + round->at, result + round->at, round->bytes));
    oc_coll_keep_error(&call.collective, told.collective.error);
    int error = oc_cells_end(&call);
    /* If the rounds of doubling are left out, the other rank of a round may not have read its cell
     * yet. The data of the next operation would overwrite this cell. */
    if (__builtin_expect(!has_result, false))
        oc_barrier_complete(comm);
    oc_level_end(level_before);
    oc_scratch_free(&scratch);
    return error;
}
