#include <string.h>

#include "hal/store.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/level.h"
#include "mpi/transport/native/collective/pairs.h"

struct doubling {
    struct oc_cell_call call, told;
    char *all;
    size_t bytes; /* of a block */
    int row;
};

/* Puts the blocks that this rank has into the memory of the rank whose number differs in `bit`. If
 * both ranks are in one row, these are the blocks of their row, and of the row whose ranks are half
 * the communicator away. Otherwise they are whole rows. */
static void put_blocks(const struct doubling *doubling, hal_address to, int bit) {
    const struct oc_communicator *comm = doubling->call.collective.comm;
    int row = doubling->row, rank = comm->rank, far = comm->size / 2;
    bool is_in_row = bit < row;
    int blocks = is_in_row ? 1 : row, number = is_in_row ? row : comm->size;
    int begin = rank & -number, first = begin + (rank & (2 * bit - 1) & -blocks);
    size_t bytes = doubling->bytes, piece = (size_t)blocks * bytes, step = 2 * (size_t)bit * bytes;
    size_t at = (size_t)first * bytes, end = (size_t)(begin + number) * bytes;
    size_t back = is_in_row ? (size_t)(rank & far ? -far : far) * bytes : 0;
    const char *all = doubling->all;
    for (;;) {
        for (size_t next = at; next < end; next += step)
            hal_put(to + next, all + next, piece);
        if (!back)
            break;
        at += back;
        end += back;
        back = 0;
    }
    hal_finish_all();
}

/* The first round, in which ranks exchange their own blocks. */
static void begin(struct doubling *doubling, unsigned round, const void *mine) {
    size_t bytes = doubling->bytes;
    char *own = doubling->all + (size_t)doubling->call.collective.comm->rank * bytes;
    hal_address to = oc_pair_learn(&doubling->call, &doubling->told, round, bytes).result;
    hal_transfer transfer;
    bool puts = to && bytes;
    if (puts)
        transfer = hal_put(to + (size_t)(own - doubling->all), mine ? mine : own, bytes);
    if (mine)
        memcpy(own, mine, bytes);
    if (puts)
        hal_finish(transfer);
    oc_pair_meet(&doubling->call, round);
}

/* A later round. */
static void go_on(struct doubling *doubling, unsigned round) {
    size_t bytes = doubling->bytes;
    hal_address to = oc_pair_learn(&doubling->call, &doubling->told, round, bytes).result;
    if (to && bytes)
        put_blocks(doubling, to, 1 << round);
    oc_pair_meet(&doubling->call, round);
}

int oc_allgather_doubling(const struct oc_communicator *comm, void *all, size_t bytes,
                          const void *mine) {
    struct doubling doubling; /* One store for each member takes less time than a memset(). */
    doubling.told = oc_cells_begin(comm, OC_TAG_ALLGATHER, offsetof(struct oc_pair_memory, room));
    doubling.all = all;
    doubling.bytes = bytes;
    struct oc_pair_memory here = {.result = all ? hal_global(all) : 0, .bytes = bytes};
    unsigned rounds = doubling.told.cells->rounds, bits = comm->barrier->shape.row_bits, round;
    int level_before = oc_level_begin(comm);
    for (round = rounds; round--;)
        oc_pair_tell(&doubling.told, round, &here);
    doubling.row = 1 << bits;
    doubling.call = doubling.told;
    oc_pair_go_on(&doubling.call);
    begin(&doubling, rounds - 1, mine);
    for (round = bits; round--;)
        go_on(&doubling, round);
    for (round = rounds - 1; round-- > bits;)
        go_on(&doubling, round);
    oc_coll_keep_error(&doubling.call.collective, doubling.told.collective.error);
    int error = oc_cells_end(&doubling.call);
    oc_level_end(level_before);
    return error;
}
