/* Cells: operations of a few words without messages. Ranks store operands and results directly into
 * cells in each other's shared blocks.
 *
 * If a communicator has cells, each of its ranks has the same number of them: two for data that
 * come down the tree (tree.h), and for each level of the tree two for each member of a group, for
 * data that go up. The root leads each group that it is in, in place of the group's usual leader;
 * so it is as far from all ranks as that leader would be.
 *
 * The last word of a cell says to which operation its data belong. Two cells that take turns and a
 * barrier in two steps (barrier.h) keep operations from overtaking each other: a rank arrives when
 * it has done its part of an operation, and waits for the others only after its part of the next
 * one. A cell is therefore not overwritten before the operation that used it is over at all
 * ranks. */
#ifndef MPI_COLLECTIVE_CELLS_H
#define MPI_COLLECTIVE_CELLS_H

#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"
#include "mpi/collective/tree.h"
#include "mpi/core/copy.h"
#include "mpi/transport/shared_block.h"

/* The most bytes of an operation. */
#define OC_CELL_BYTES (4 * OC_CELL_WORDS)

/* Cells come in pairs, of which one is in use and the other one is next. */

/* The leader of another group. */
struct oc_cell_peer {
    hal_address down;     /* its cells for data that come down */
    hal_address up;       /* its cells for data that come up from this rank's group */
    struct oc_cell *from; /* own cells for data that come up from its group */
};

/* A level of the tree as this rank sees it: a group, and the groups that it consists of. */
struct oc_cell_level {
    hal_address up; /* cells of the group's leader for data from this rank's subgroup */
    int own;        /* index of this rank's subgroup */
    int others;     /* number of other subgroups */
    struct oc_cell_peer other[OC_TREE_GROUP - 1];
};

struct oc_cells {
    uint32_t turn;       /* number of operations so far */
    struct oc_cell *own; /* this rank's cells; the first two are for data that come down */
    size_t offset;       /* of the cells in every rank's shared block */
    uint64_t taken;      /* a bit for each cell that the communicator uses at every rank */
    int leads;           /* the highest level at which this rank leads a group */
    int levels;
    struct oc_cell_level level[]; /* level[0] is level 1 */
};

/* The index of the first of the two cells for data that come up from a group to its leader at
 * `level`, or to the root in its place. */
static inline size_t oc_cell_up(int level, int group) {
    return 2 + 2 * (size_t)((level - 1) * OC_TREE_GROUP + group);
}

/* Sets up the cells of a communicator; all its ranks call it. If memory, or room at any rank, is
 * short, there are no cells. Returns an error class. */
int oc_cells_build(struct oc_communicator *comm);

/* oc_barrier_free() calls this. */
void oc_cells_free(struct oc_cells *cells);

/* Counts an operation for which cells would be useful, and sets cells up at the second one. Returns
 * the cells if they are ready. */
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
    uint32_t header; /* header of this operation's cells */
    size_t bytes;
    size_t second; /* which cell of each pair: 0 or 1 */
};

/* A header contains the operation's number and, in the lower bits, the length of the data. */
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

/* The address of another rank's cells. */
hal_address oc_cells_at(const struct oc_communicator *comm, const struct oc_cells *cells, int rank);

/* How often a rank looks before it sleeps: for about as long as a level of the tree takes. */
#define OC_CELL_LOOKS 40

void oc_cell_sleep(struct oc_cell_call *call, const volatile uint32_t *header);

/* Waits until one cell of an own pair has this operation's data. */
static inline struct oc_cell *oc_cell_await(struct oc_cell_call *call, struct oc_cell *two) {
    struct oc_cell *cell = two + call->second;
    uint32_t header = call->header;
    for (int look = 0; look < OC_CELL_LOOKS; look++)
        if (hal_observe(&cell->header) == header)
            return cell;
    oc_cell_sleep(call, &cell->header);
    return cell;
}

/* Stores data into one cell of another rank's pair. On Linux each store would wake that rank. */
#ifndef __riscv
static inline void oc_cell_store(const struct oc_cell_call *call, hal_address two,
                                 const struct oc_cell *data) {
    struct oc_cell cell = *data;
    cell.header = call->header;
    hal_finish(hal_put(two + call->second * sizeof cell, &cell, sizeof cell));
}
#else
static inline void oc_cell_store(const struct oc_cell_call *call, hal_address two,
                                 const struct oc_cell *data) {
    hal_address to = two + call->second * sizeof *data;
    uint32_t header = call->header;
    const uint32_t *from = data->word, *end = from + oc_whole_words(call->bytes) / 4;
    for (hal_address word = to; from != end; word += 4)
        hal_store(word, *from++);
    hal_store(to + offsetof(struct oc_cell, header), header);
}
#endif

/* Sends data from the leader of a group of level `from` down to all its members. */
void oc_cells_hand_down(const struct oc_cell_call *call, int from, const struct oc_cell *data);

/* Collects the data of the other groups at a level. `mine` is the data of the own group, with room
 * for the result. Returns the result. */
struct oc_cell *oc_cells_climb(struct oc_cell_call *call, int level, struct oc_cell *mine,
                               size_t count, const struct oc_reduction *reduction);

#endif
