#include <string.h>

#include "hal/store.h"
#include "mpi/collective/cells.h"
#include "mpi/collective/scratch.h"
#include "mpi/transport/native/collective/halves.h"
#include "mpi/transport/native/collective/level.h"

/* Enough for any number of ranks that is an int. */
#define MOST_ROUNDS 31

/* What a rank tells the one with which it exchanges in a round: room for its half of the operand,
 * the result, and their length in bytes, or 0 without memory. */
struct target {
    hal_address room, result;
    size_t bytes;
};
_Static_assert(sizeof(struct target) <= OC_CELL_BYTES, "a cell is too small");

/* A round: the elements that this rank keeps, as an offset in bytes and their number; the bytes
 * before or behind them, which it leaves to the other rank; that rank's result, or 0. */
struct round {
    size_t at, count, bytes;
    size_t left_at, left_bytes;
    hal_address result;
};

/* Goes on to the next cell of each pair. The two ranks of a round write in turn, so nobody else
 * need be waited for. */
static void go_on(struct oc_cell_call *call) {
    call->cells->turn++;
    call->header += 1 << OC_CELL_LENGTH_BITS;
    call->second ^= 1;
    call->bytes = 0;
}

/* Puts data into the memory of the other rank of a round, and waits for its data. */
static void exchange(struct oc_cell_call *call, hal_address other, struct oc_cell *two,
                     hal_address to, const char *from, size_t bytes) {
    if (to && bytes)
        hal_finish(hal_put(to, from, bytes));
    oc_cell_store(call, other, two);
    oc_cell_await(call, two);
}

/* Each rank halves down to its part of the result, each time in the memory into which the other
 * rank has put its operand, and doubles back up to all of it. */
int oc_allreduce_halves(const struct oc_communicator *comm, const char *mine, char *result,
                        size_t count, size_t bytes, const struct oc_reduction *reduction) {
    struct oc_cell_call call = oc_cells_begin(comm, OC_TAG_ALLREDUCE, sizeof(struct target));
    const struct oc_cells *cells = call.cells;
    struct round list[MOST_ROUNDS], *round, *end = list + cells->rounds;
    size_t element = bytes / count, all = 0, at = 0, left = count;
    unsigned place = cells->place;
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
    struct target here = {room ? hal_global(room) : 0, hal_global(result), room ? bytes : 0}, there;
    struct oc_cell own, *two = cells->from;
    const hal_address *other = cells->to;
    own.header = call.header;
    for (round = list; round != end; round++) {
        memcpy(own.word, &here, sizeof here);
        oc_cell_store(&call, *other++, &own);
        here.room += round->bytes;
    }
    struct oc_cell_call told = call;
    go_on(&call);
    other = cells->to;
    for (at = 0, round = list; round != end; at = (round++)->at, two += 2) {
        memcpy(&there, oc_cell_await(&told, two)->word, sizeof there);
        if (told.collective.error || there.bytes != bytes || !room) {
            oc_coll_keep_error(&call.collective,
                               there.bytes > bytes ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
            there.result = there.room = 0;
        }
        round->result = there.result;
        exchange(&call, *other++, two, there.room, mine + (round->left_at - at), round->left_bytes);
        if (there.room)
            reduction->fold(mine + (round->at - at), room, round->count);
        mine = room;
        room += round->bytes;
    }
    go_on(&call);
    if (mine)
        memcpy(result + at, mine, end[-1].bytes);
    while (round-- != list)
        exchange(&call, *--other, two -= 2, round->result ? round->result + round->at : 0,
                 result + round->at, round->bytes);
    oc_coll_keep_error(&call.collective, told.collective.error);
    int error = oc_cells_end(&call);
    oc_level_end(level_before);
    oc_scratch_free(&scratch);
    return error;
}
