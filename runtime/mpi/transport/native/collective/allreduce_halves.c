#include "hal/store.h"
#include "mpi/collective/scratch.h"
#include "mpi/transport/native/collective/level.h"
#include "mpi/transport/native/collective/pairs.h"

/* Enough for any number of ranks that is an int. */
#define MOST_ROUNDS 31

/* A round: the elements that this rank keeps, as an offset in bytes and their number; the bytes
 * before or behind them, which it leaves to the other rank; the address of that rank's result, or
 * 0. */
struct round {
    size_t at, count, bytes;
    size_t left_at, left_bytes;
    hal_address result;
};

/* Puts data into the memory of the other rank of a round, and waits for its data. */
static void exchange(struct oc_cell_call *call, unsigned round, hal_address to, const char *from,
                     size_t bytes) {
    if (to && bytes)
        hal_finish(hal_put(to, from, bytes));
    oc_pair_meet(call, round);
}

/* Recursive halving and doubling. In a round of halving, a rank combines the half that it keeps, in
 * the memory into which the other rank has put its operand. In a round of doubling, the two ranks
 * exchange their parts of the result. */
int oc_allreduce_halves(const struct oc_communicator *comm, const char *mine, char *result,
                        size_t count, size_t bytes, const struct oc_reduction *reduction) {
    struct oc_cell_call call =
        oc_cells_begin(comm, OC_TAG_ALLREDUCE, sizeof(struct oc_pair_memory));
    unsigned number = 0, place = call.cells->place;
    struct round list[MOST_ROUNDS], *round, *end = list + call.cells->rounds;
    size_t element = count ? bytes / count : 0, all = 0, at = 0, left = count;
    for (round = list; round != end; round++) {
        size_t lower = left / 2, lower_bytes = lower * element, upper = left - lower;
        bool is_upper = (place /= 2) & 1;
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
    size_t expected = SIZE_MAX; /* Without memory, no length matches. */
    if (room) {
        here = (struct oc_pair_memory){hal_global(result), bytes, hal_global(room)};
        expected = bytes;
    }
    for (round = list; round != end; round++) {
        oc_pair_tell(&call, number++, &here);
        here.room += round->bytes;
    }
    struct oc_cell_call told = call;
    oc_pair_go_on(&call);
    number = 0;
    for (at = 0, round = list; round != end; at = (round++)->at) {
        struct oc_pair_memory there = oc_pair_learn(&call, &told, number, expected);
        round->result = there.result;
        exchange(&call, number++, there.room, mine + (round->left_at - at), round->left_bytes);
        if (there.room)
            reduction->fold(mine + (round->at - at), room, round->count);
        mine = room;
        room += round->bytes;
    }
    /* In each round a rank has learnt what the other one knew, so by now all know of an error. */
    if (count && !call.collective.error) {
        oc_pair_go_on(&call);
        memcpy(result + at, mine, end[-1].bytes);
        while (round-- != list)
            exchange(&call, --number, round->result ? round->result + round->at : 0,
                     result + round->at, round->bytes);
    }
    oc_coll_keep_error(&call.collective, told.collective.error);
    int error = oc_cells_end(&call);
    oc_level_end(level_before);
    oc_scratch_free(&scratch);
    return error;
}
