#include "mpi/transport/native/collective/lists.h"

#include "mpi/error/check.h"
#include "mpi/transport/native/inbox.h"

/* Whether such collectives use exposed tables. Where inboxes take long messages, as on Linux,
 * messages take less time than the meetings of all ranks that tables need. */
bool oc_lists_are_direct(struct oc_communicator *comm) {
    return !OC_LONG_BYTES && oc_can_expose(comm);
}

bool oc_table_fill(struct oc_exposure *exposure, const struct oc_rank_blocks *blocks,
                   struct oc_place *table) {
    const struct oc_communicator *comm = exposure->call.comm;
    bool are_reachable = true;
    size_t extent = oc_blocks_plain_extent(blocks);
    for (int rank = 0; rank < comm->size; rank++) {
        if (rank == comm->rank)
            continue;
        struct oc_view view = oc_block_open_next(&exposure->call, blocks, extent, rank, 0);
        bool is_plain = view.bytes && !view.staging;
        table[rank] = (struct oc_place){is_plain ? hal_global(view.data) : 0, view.bytes};
        are_reachable &= table[rank].at || !view.bytes;
        oc_view_close(&view);
    }
    return are_reachable;
}
