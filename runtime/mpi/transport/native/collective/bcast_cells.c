#include "mpi/collective/cells.h"

int oc_bcast_cells_on_tree(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    struct oc_cell_call call = oc_cells_begin(comm, OC_TAG_BCAST, bytes);
    const struct oc_cells *cells = call.cells;
    struct oc_cell own;
    if (comm->rank == root) {
        own.header = call.header;
        oc_copy(own.word, data, bytes);
        oc_cells_hand_down(&call, cells->levels, &own);
    } else {
        int below = oc_cells_common_level(comm->rank, root) - 1;
        const struct oc_cell *got = oc_cell_await(&call, cells->own);
        if (below && cells->leads)
            oc_cells_hand_down(&call, cells->leads < below ? cells->leads : below, got);
        oc_copy(data, got->word, bytes);
    }
    return oc_cells_end(&call);
}
