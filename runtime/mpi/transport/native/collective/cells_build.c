#include <string.h>

#include "mpi/collective/agree_run.h"
#include "mpi/collective/cells.h"

/* The number of rounds of a reduction. It does not include the round in which ranks form pairs if
 * their number is not a power of two. */
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

static int cells_for(int size) {
    return round_at(rounds_of(size) + 1);
}

static struct oc_numbers numbers;

size_t oc_cells_bytes(int size) {
    return sizeof(struct oc_cells) + (size_t)oc_tree_levels(size) * sizeof(struct oc_cell_level) +
           (size_t)(rounds_of(size) + 1) * sizeof(hal_address);
}

static void fill_level(struct oc_cells *cells, const struct oc_communicator *comm, int level) {
    struct oc_cell_level *at = &cells->level[level - 1];
    int below = comm->rank >> OC_TREE_GROUP_BITS * (level - 1), group = oc_tree_above(below);
    for (int number = 0; number < oc_tree_children(comm->size, level, group); number++) {
        int child = OC_TREE_GROUP * group + number;
        if (child != below)
            at->other[at->others++] =
                oc_cells_at(comm, cells, oc_tree_leader(comm->size, level - 1, child));
    }
    if (oc_tree_leader(comm->size, level, group) == comm->rank)
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
            other = (other + paired) >> 1;
        cells->to[cells->rounds++] =
            oc_cells_at(comm, cells, other) + (size_t)round_at(round) * sizeof *cells->own;
    }
}

hal_address oc_cells_at(const struct oc_communicator *comm, const struct oc_cells *cells,
                        int rank) {
    return hal_shared_of(oc_communicator_world_rank(comm, rank)) + cells->offset;
}

static void fill(struct oc_cells *cells, const struct oc_communicator *comm, int first) {
    cells->levels = oc_tree_levels(comm->size);
    cells->own = &oc_shared_block()->cell[first];
    cells->offset = OC_SHARED(cell) + (size_t)first * sizeof *cells->own;
    for (int level = 1; level <= cells->levels; level++)
        fill_level(cells, comm, level);
    fill_rounds(cells, comm, rounds_of(comm->size));
}

/* Makes the communicator's cells. Other ranks may store into the cells of this rank before this
 * rank has filled in the addresses of theirs. */
static struct oc_cells *build(struct oc_communicator *comm) {
    struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
    struct oc_cells *cells = (struct oc_cells *)(comm->barrier + 1);
    int first = oc_numbers_take(&numbers, &call, oc_run_of(0, OC_CELLS), cells_for);
    if (first < 0)
        return NULL;
    fill(cells, comm, first);
    return comm->barrier->cells = cells;
}

/* Clears the communicator's cells and gives them back, for another communicator. */
void oc_cells_free(const struct oc_communicator *comm) {
    struct oc_cell *own = comm->barrier->cells->own;
    int count = cells_for(comm->size);
    memset(own, 0, (size_t)count * sizeof *own);
    numbers.taken &= ~oc_run_of((int)(own - oc_shared_block()->cell), count);
}

/* The number of the operation on a communicator at which its cells are set up. Its ranks agree on
 * cells by messages, which would not pay for fewer operations. */
#define WORTH_WHILE 2

struct oc_cells *oc_cells_prepare(struct oc_communicator *comm) {
    if (oc_order_admit) {
        if (!oc_order_admit(comm))
            return NULL;
        if (comm->barrier && comm->barrier->cells)
            return comm->barrier->cells;
    }
    struct oc_barrier *barrier = comm->size > 1 ? oc_barrier_of(comm) : NULL;
    if (!barrier || barrier->small >= WORTH_WHILE)
        return NULL;
    bool is_quick = barrier->counter && oc_numbers_are_known(&numbers, comm);
    barrier->small = is_quick ? WORTH_WHILE : barrier->small + 1;
    if (barrier->small < WORTH_WHILE)
        return NULL;
    if (!barrier->tried && oc_barrier_set_up(comm))
        return NULL;
    return barrier->counter ? build(comm) : NULL;
}
