/* Operations of a few words that need no messages: operands and results are stored straight into
 * cells of the others' shared blocks.
 *
 * A communicator with cells has the same number of them at each of its ranks: two for what comes
 * down the tree (tree.h), and for each level of it two for each member of a group, for what goes
 * up. Whose turn it is to lead a group depends on the root: in the groups that the root is in, that
 * is the root itself, so it is as far from everybody as their leader would be.
 *
 * A cell's last word says which operation its data are of. Two cells that serve in turn, and a
 * barrier in two steps (barrier.h), keep an operation from being overtaken: a rank that has done
 * its part arrives, and does not wait for the others before it has done its part of the next
 * operation. So nobody writes to a cell before the operation before the last is over everywhere. */
#ifndef MPI_COLLECTIVE_CELLS_H
#define MPI_COLLECTIVE_CELLS_H

#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"
#include "mpi/collective/tree.h"
#include "mpi/core/copy.h"
#include "mpi/transport/shared_block.h"

/* The most data of an operation. */
#define OC_CELL_BYTES (4 * OC_CELL_WORDS)

/* Cells are in pairs, of which one serves now and the other one next. */

/* The leader of another group. */
struct oc_cell_peer {
    hal_address down;     /* its cells for what comes down */
    hal_address up;       /* its cells for what comes up from the own group */
    struct oc_cell *from; /* own cells for what comes up from its group */
};

/* One level of the tree as this rank sees it: a group, and the groups that it consists of. */
struct oc_cell_level {
    hal_address up; /* cells of the group's leader for what comes up from the own one of these */
    int own;        /* which one that is */
    int others;     /* how many more there are, in their order: */
    struct oc_cell_peer other[OC_TREE_GROUP - 1];
};

struct oc_cells {
    uint32_t turn;       /* operations so far */
    struct oc_cell *own; /* this rank's cells; the first two are for what comes down */
    size_t offset;       /* from the beginning of everybody's shared block */
    uint64_t taken;      /* a bit for each of all ranks' */
    int leads;           /* the highest level that this rank leads a group of */
    int levels;
    struct oc_cell_level level[]; /* level[0] is level 1 */
};

/* Number of the first of the two cells for what comes up from a group to its leader at `level`, or
 * to its stand-in. */
static inline size_t oc_cell_up(int level, int group) {
    return 2 + 2 * (size_t)((level - 1) * OC_TREE_GROUP + group);
}

/* Sets up the cells of a communicator, all of whose ranks call it. Without memory, or room for them
 * at all ranks, there are none. Gives an error class. */
int oc_cells_build(struct oc_communicator *comm);

/* Called by oc_barrier_free(). */
void oc_cells_free(struct oc_cells *cells);

/* Counts an operation that cells would be good for, and sets them up for the second one. Gives them
 * if they are ready. */
struct oc_cells *oc_cells_prepare(struct oc_communicator *comm);

static inline struct oc_cells *oc_cells_of(struct oc_communicator *comm) {
    if (comm->barrier && comm->barrier->cells)
        return comm->barrier->cells;
    return oc_cells_prepare(comm);
}

/* ---- An operation, from the beginning to the end ---- */

struct oc_cell_call {
    struct oc_collective collective;
    struct oc_cells *cells;
    uint32_t header; /* of this operation's cells */
    size_t bytes;
    size_t second; /* which of two cells: 0 or 1 */
};

/* A header is the operation's number and, in the lower bits, the length of the data. */
#define OC_CELL_LENGTH_BITS 5
_Static_assert(OC_CELL_BYTES < 1 << OC_CELL_LENGTH_BITS, "a length needs more bits");

static inline struct oc_cell_call oc_cells_begin(const struct oc_communicator *comm, int tag,
                                                 size_t bytes) {
    struct oc_cells *cells = comm->barrier->cells;
    uint32_t turn = ++cells->turn;
    return (struct oc_cell_call){.collective = {comm, tag, MPI_SUCCESS},
                                 .cells = cells,
                                 .header = turn << OC_CELL_LENGTH_BITS | (uint32_t)bytes,
                                 .bytes = bytes,
                                 .second = turn & 1};
}

static inline int oc_cells_end(const struct oc_cell_call *call) {
    oc_barrier_complete(call->collective.comm);
    oc_barrier_arrive(call->collective.comm);
    return call->collective.error;
}

/* The lowest level at which two ranks are in the same group. */
static inline int oc_cells_common_level(int rank, int other) {
    int level = 0;
    for (; rank != other; rank >>= OC_TREE_GROUP_BITS, other >>= OC_TREE_GROUP_BITS)
        level++;
    return level;
}

/* Where the cells of a rank are. */
hal_address oc_cells_at(const struct oc_communicator *comm, const struct oc_cells *cells, int rank);

/* How often to look before going to sleep: for about as long as a level of the tree takes. */
#define OC_CELL_LOOKS 40

void oc_cell_sleep(struct oc_cell_call *call, const volatile uint32_t *header);

/* Waits until one of two own cells has this operation's data. */
static inline struct oc_cell *oc_cell_await(struct oc_cell_call *call, struct oc_cell *two) {
    struct oc_cell *cell = two + call->second;
    uint32_t header = call->header;
    for (int look = 0; look < OC_CELL_LOOKS; look++)
        if (hal_observe(&cell->header) == header)
            return cell;
    oc_cell_sleep(call, &cell->header);
    return cell;
}

/* Stores data into one of two cells of somebody else. */
static inline void oc_cell_store(const struct oc_cell_call *call, hal_address two,
                                 const struct oc_cell *data) {
    hal_address to = two + call->second * sizeof *data;
    uint32_t header = call->header;
    const uint32_t *from = data->word, *end = from + oc_whole_words(call->bytes) / 4;
    for (hal_address word = to; from != end; word += 4)
        hal_store(word, *from++);
    hal_store(to + offsetof(struct oc_cell, header), header);
}

/* Hands data from the leader of a group of level `from` down to all its members. */
void oc_cells_hand_down(const struct oc_cell_call *call, int from, const struct oc_cell *data);

/* Takes in what the other groups of a level have to say: `mine` is what the own one has, and room.
 * Gives where the result is. */
struct oc_cell *oc_cells_climb(struct oc_cell_call *call, int level, struct oc_cell *mine,
                               size_t count, const struct oc_reduction *reduction);

#endif
