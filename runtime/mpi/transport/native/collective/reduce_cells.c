#include "mpi/collective/cells.h"

/* Sends data to the leader of the group at a level, or to the root in its place. */
static inline void hand_up(const struct oc_cell_call *call, int level,
                           const struct oc_cell *operand, int root, bool to_root) {
    const struct oc_cell_level *at = &call->cells->level[level - 1];
    hal_address to = at->up;
    if (to_root)
        to = oc_cells_at(call->collective.comm, call->cells, root) +
             oc_cell_up(level, at->own) * sizeof *operand;
    oc_cell_store(call, to, operand);
}

int oc_reduce_cells_unmarked(const struct oc_communicator *comm, const void *mine, void *result,
                             size_t count, size_t bytes, const struct oc_reduction *reduction,
                             int root) {
    struct oc_cell_call call = oc_cells_begin(comm, OC_TAG_REDUCE, bytes);
    struct oc_cell own, *sum = &own;
    int meeting = oc_cells_common_level(comm->rank, root), leads = call.cells->levels;
    if (meeting)
        leads = call.cells->leads < meeting - 1 ? call.cells->leads : meeting - 1;
    oc_copy(own.word, mine, bytes);
    for (int level = 1; level <= leads; level++)
        sum = oc_cells_climb(&call, level, sum, count, reduction);
    if (meeting)
        hand_up(&call, leads + 1, sum, root, leads + 1 == meeting);
    else
        oc_copy(result, sum->word, bytes);
    return oc_cells_end(&call);
}
