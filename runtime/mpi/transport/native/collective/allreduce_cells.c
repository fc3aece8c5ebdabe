#include "mpi/collective/cells.h"

/* At the highest level, the leaders of all groups send each other their operands, and each computes
 * the result. */
static struct oc_cell *combine_all(struct oc_cell_call *call, struct oc_cell *mine, size_t count,
                                   const struct oc_reduction *reduction) {
    int top = call->cells->levels;
    const struct oc_cell_level *at = &call->cells->level[top - 1];
    for (int i = 0; i < at->others; i++)
        oc_cell_store(call, at->other[i].up, mine);
    return oc_cells_climb(call, top, mine, count, reduction);
}

int oc_allreduce_cells_unmarked(const struct oc_communicator *comm, const void *mine, void *result,
                                size_t count, size_t bytes, const struct oc_reduction *reduction) {
    struct oc_cell_call call = oc_cells_begin(comm, OC_TAG_ALLREDUCE, bytes);
    const struct oc_cells *cells = call.cells;
    struct oc_cell own, *sum = &own;
    int below = cells->levels - 1, leads = cells->leads < below ? cells->leads : below;
    oc_copy(own.word, mine, bytes);
    for (int level = 1; level <= leads; level++)
        sum = oc_cells_climb(&call, level, sum, count, reduction);
    if (leads == below) {
        sum = combine_all(&call, sum, count, reduction);
    } else {
        oc_cell_store(&call, cells->level[leads].up, sum);
        sum = oc_cell_await(&call, cells->own);
    }
    oc_cells_hand_down(&call, leads, sum);
    oc_copy(result, sum->word, bytes);
    return oc_cells_end(&call);
}
