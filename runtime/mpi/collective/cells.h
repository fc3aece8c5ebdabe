/* Cells: memory for collectives of a few words without messages. Ranks store operands and results
 * directly into cells in each other's shared blocks.
 *
 * If a communicator has cells, all its ranks have the same number of them: two cells for data that
 * come down the tree (tree.h), and two for each round of reductions. In a broadcast, the root leads
 * each of its groups in place of the group's usual leader. So the root is as far from all ranks as
 * that leader would be.
 *
 * Reductions work in rounds. In each round, a rank and one other rank combine their operands, that
 * of the lower rank first. This needs a number of ranks that is a power of two. Otherwise the
 * first ranks form pairs, which begin with an additional round; after it, the lower rank of each
 * pair goes on for both.
 *
 * The last word of a cell says to which operation its data belong. Operations cannot overtake each
 * other, because they use the two cells of each pair in turn, and a barrier in two steps
 * (barrier.h). A rank arrives at the barrier when it has done its part of an operation, and waits
 * for the others only after its part of the next one. A cell is therefore not overwritten before
 * the operation that used it is over at all ranks.
 *
 * A *joint* operation is one whose result at each rank depends on the operands of all. It needs no
 * barrier: a rank that has the result knows that all others have begun the operation, so they have
 * ended the previous one. */
#ifndef MPI_COLLECTIVE_CELLS_H
#define MPI_COLLECTIVE_CELLS_H

#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"
#include "mpi/collective/tree.h"
#include "mpi/core/copy.h"
#include "mpi/transport/shared_block.h"

/* The largest length in bytes of the data of an operation that uses cells. */
#define OC_CELL_BYTES (4 * OC_CELL_WORDS)

/* Cells come in pairs. While one cell of a pair is in use, the other one is for the next
 * operation. */

/* One level of the tree as this rank sees it: the members of its group on this level, other than
 * the member that contains this rank. */
struct oc_cell_level {
    int others;
    /* Addresses of the cells, at the leaders of these members, for data that come down. */
    hal_address other[OC_TREE_GROUP - 1];
};

struct oc_cells {
    uint32_t turn; /* number of operations so far */
    /* The last operation was joint, so this rank has not arrived at its barrier. */
    bool has_not_arrived;
    struct oc_cell *own; /* this rank's cells; the first two are for data that come down */
    size_t offset;       /* offset in bytes of the cells in the shared block of every rank */
    int leads;           /* the highest level at which this rank leads a group */
    int levels;
    /* The members from here on, except `doubled` and `level`, are for reductions.
     * - `place`: this rank's place (oc_cells_place());
     * - `rounds`: the number of this rank's rounds, including the round of pairs;
     * - `first`: the bit in which the places of the two ranks of the first round differ;
     * - `paired`: the number of ranks in pairs;
     * - `to`: the other rank's cells for each round;
     * - `from`: this rank's own cells for the first round. */
    unsigned place, rounds, first;
    int paired;
    hal_address *to;
    struct oc_cell *from;
    /* The block length in bytes for which an allgather by doubling was chosen last. */
    size_t doubled;
    hal_address partner;          /* the cells of the other rank of this rank's pair, or 0 */
    struct oc_cell_level level[]; /* level[0] is level 1 */
};

/* Converts a rank to a place. In each round, the two ranks whose places differ in one bit combine
 * their operands. The lowest bit is for pairs: ranks in pairs have the first places, and the other
 * ranks have the even places after these. */
#define OC_PAIRS_BIT 1u
static inline unsigned oc_cells_place(int rank, int paired) {
    return (unsigned)(rank < paired ? rank : 2 * rank - paired);
}

/* Frees the communicator's cells; called by oc_barrier_free() if there are any. */
void oc_cells_free(const struct oc_communicator *comm);

/* Counts a collective that could use cells. Sets the cells up as soon as this is worth while, if
 * all ranks have free cells. Returns the cells if they are ready, otherwise null. */
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
    size_t second; /* which cell of each pair the operation uses: 0 or 1 */
};

/* The number of bits of a cell's header that contain the length of the data in bytes. The bits
 * above contain the operation's number. */
#define OC_CELL_LENGTH_BITS 5
_Static_assert(OC_CELL_BYTES < 1 << OC_CELL_LENGTH_BITS, "a length needs more bits");

static inline struct oc_cell_call oc_cells_begin_joint(const struct oc_communicator *comm, int tag,
                                                       size_t bytes) {
    struct oc_cells *cells = comm->barrier->cells;
    uint32_t turn = ++cells->turn;
    return (struct oc_cell_call){.collective = {comm, tag, MPI_SUCCESS},
                                 .cells = cells,
                                 .header = turn << OC_CELL_LENGTH_BITS | (uint32_t)bytes,
                                 .bytes = bytes,
                                 .second = turn & 1};
}

static inline struct oc_cell_call oc_cells_begin(const struct oc_communicator *comm, int tag,
                                                 size_t bytes) {
    struct oc_cells *cells = comm->barrier->cells;
    if (__builtin_expect(cells->has_not_arrived, false)) {
        cells->has_not_arrived = false;
        oc_barrier_arrive(comm);
    }
    return oc_cells_begin_joint(comm, tag, bytes);
}

/* Ends a joint operation. The next operation that is not joint begins with this rank's arrival at
 * the barrier, and waits for the barrier at its end. */
static inline int oc_cells_end_joint(const struct oc_cell_call *call) {
    oc_barrier_complete(call->collective.comm);
    call->cells->has_not_arrived = true;
    return call->collective.error;
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

/* The number of times that a rank checks a cell before it sleeps. The checks take about as long as
 * data need for a level of the tree. */
#define OC_CELL_LOOKS 40

void oc_cell_sleep(struct oc_cell_call *call, const volatile uint32_t *header);

/* Waits for this operation's data in a pair of this rank's cells. Returns the cell that has the
 * data. */
static inline struct oc_cell *oc_cell_await(struct oc_cell_call *call, struct oc_cell *two) {
    struct oc_cell *cell = two + call->second;
    uint32_t header = call->header;
    int looks = OC_CELL_LOOKS;
    do
        if (hal_observe(&cell->header) == header)
            return cell;
    while (--looks);
    oc_cell_sleep(call, &cell->header);
    return cell;
}

/* Stores data into one of the two cells of a pair at another rank. On Linux, where each store would
 * wake that rank, a single put stores the whole cell. */
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
    char *to = (char *)(two + call->second * sizeof *data);
    uint32_t header = call->header;
    const char *from = (const char *)data->word, *end = from + call->bytes;
    ptrdiff_t distance = to - from;
    for (; from < end; from += 2 * sizeof header)
        hal_copy_pair((void *)(from + distance), from);
    hal_store((hal_address)to + offsetof(struct oc_cell, header), header);
}
#endif

/* Sends data down the tree, from the leader of a group on level `from` to all its members. */
void oc_cells_hand_down(const struct oc_cell_call *call, int from, const struct oc_cell *data);

/* Waits for the operand of the other rank in a round, and combines it with this rank's own operand.
 * Returns the result, which overwrites the higher rank's operand. */
static inline struct oc_cell *oc_cells_combine(struct oc_cell_call *call, struct oc_cell *mine,
                                               struct oc_cell *two, bool is_higher, size_t count,
                                               const struct oc_reduction *reduction) {
    struct oc_cell *lower = mine, *higher = oc_cell_await(call, two);
    if (is_higher) {
        lower = higher;
        higher = mine;
    }
    int error = oc_reduce(reduction, lower->word, higher->word, count, call->bytes);
    if (__builtin_expect(error, false))
        oc_coll_keep_error(&call->collective, error);
    return higher;
}

/* Waits for the result of a reduction, which the other rank of the pair computes. */
static inline struct oc_cell *oc_cells_result(struct oc_cell_call *call) {
    return oc_cell_await(call, call->cells->own);
}

#endif
