#include <stdlib.h>
#include <string.h>

#include "mpi/collective/agree_run.h"
#include "mpi/collective/cells.h"

/* The cells in this rank's shared block that communicators use, a bit for each. */
static uint64_t taken;

/* The number of rounds of a reduction, apart from the first round, in which surplus ranks form
 * pairs. */
static int rounds_of(int size) {
    int rounds = 0;
    while (size >> rounds > 1)
        rounds++;
    return rounds;
}

/* The index of the first of the two cells for a round. */
static int round_at(int round) {
    return 2 + 2 * round;
}

static void fill_level(struct oc_cells *cells, const struct oc_communicator *comm,
                       const struct oc_tree *tree, int level) {
    struct oc_cell_level *at = &cells->level[level - 1];
    int below = comm->rank >> OC_TREE_GROUP_BITS * (level - 1), group = below / OC_TREE_GROUP;
    for (int number = 0; number < oc_tree_children(tree, level, group); number++) {
        int other = oc_tree_leader(tree, level - 1, OC_TREE_GROUP * group + number);
        if (number != below % OC_TREE_GROUP)
            at->other[at->others++] = oc_cells_at(comm, cells, other);
    }
    if (oc_tree_leader(tree, level, group) == comm->rank)
        cells->leads = level;
}

static void fill_rounds(struct oc_cells *cells, const struct oc_communicator *comm, int rounds) {
    int paired = 2 * (comm->size - (1 << rounds)), round = 1;
    int place = (int)oc_cells_place(comm->rank, paired);
    if (place < paired) {
        cells->partner = oc_cells_at(comm, cells, place ^ 1);
        round = 0;
        if (place & 1)
            rounds = 0;
    }
    cells->paired = paired;
    cells->place = (unsigned)place;
    cells->first = 1u << round;
    cells->from = cells->own + round_at(round);
    cells->to = (hal_address *)(cells->level + cells->levels);
    for (; round <= rounds; round++) {
        int other = place ^ 1 << round;
        if (other >= paired)
            other = (other + paired) / 2;
        cells->to[cells->rounds++] =
            oc_cells_at(comm, cells, other) + (size_t)round_at(round) * sizeof *cells->own;
    }
}

hal_address oc_cells_at(const struct oc_communicator *comm, const struct oc_cells *cells,
                        int rank) {
    return hal_shared_of(oc_communicator_world_rank(comm, rank)) + cells->offset;
}

/* The cells must be ready before any rank leaves the barrier, because that rank may use them. */
static void build(struct oc_communicator *comm, struct oc_cells *cells, const struct oc_tree *tree,
                  int first, int rounds) {
    int count = round_at(rounds + 1);
    cells->taken = oc_run_of(first, count);
    taken |= cells->taken;
    cells->levels = tree->levels;
    cells->own = &oc_shared_block()->cell[first];
    cells->offset = OC_SHARED(cell) + (size_t)first * sizeof *cells->own;
    /* Another communicator may have used these cells before. */
    memset(cells->own, 0, (size_t)count * sizeof *cells->own);
    for (int level = 1; level <= tree->levels; level++)
        fill_level(cells, comm, tree, level);
    fill_rounds(cells, comm, rounds);
}

int oc_cells_build(struct oc_communicator *comm) {
    struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
    struct oc_tree tree = oc_tree_of(comm->size);
    int rounds = rounds_of(comm->size);
    struct oc_cells *cells = calloc(1, sizeof *cells + (size_t)tree.levels * sizeof *cells->level +
                                           (size_t)(rounds + 1) * sizeof *cells->to);
    uint64_t room = cells ? oc_run_of(0, OC_CELLS) & ~taken : 0;
    taken |= room; /* reserved meanwhile: other fibres or threads may set up other communicators */
    int first = oc_agree_run(&call, room, round_at(rounds + 1));
    taken &= ~room;
    if (first < 0) {
        free(cells);
        return call.error;
    }
    build(comm, cells, &tree, first, rounds);
    oc_barrier_arrive(comm);
    oc_barrier_complete(comm);
    comm->barrier->cells = cells;
    return call.error;
}

void oc_cells_free(struct oc_cells *cells) {
    taken &= ~cells->taken;
    free(cells);
}

/* The number of the operation at which cells are set up. For fewer operations it would not be worth
 * while. */
#define WORTH_WHILE 2

struct oc_cells *oc_cells_prepare(struct oc_communicator *comm) {
    if (oc_order_admit) {
        if (!oc_order_admit(comm))
            return NULL;
        if (comm->barrier && comm->barrier->cells)
            return comm->barrier->cells;
    }
    struct oc_barrier *barrier = comm->size > 1 ? oc_barrier_of(comm) : NULL;
    if (!barrier || barrier->small >= WORTH_WHILE || ++barrier->small < WORTH_WHILE)
        return NULL;
    if (!barrier->tried && oc_barrier_first(comm))
        return NULL;
    if (!barrier->counter || oc_cells_build(comm))
        return NULL;
    return barrier->cells;
}
