#include "mpi/collective/blocks.h"

int oc_gather_linear(const struct oc_communicator *comm, const struct oc_view *mine,
                     const struct oc_rank_blocks *all, int root) {
    struct oc_collective call = {comm, OC_TAG_GATHER, MPI_SUCCESS};
    if (comm->rank != root) {
        oc_coll_send(&call, root, mine->data, mine->bytes);
        return call.error;
    }
    for (int rank = 0; rank < comm->size; rank++) {
        if (rank == root && !mine)
            continue;
        struct oc_view block = oc_block_open(&call, all, rank, OC_WRITE);
        if (rank == root)
            oc_coll_copy(&call, mine, &block);
        else
            oc_coll_receive(&call, rank, block.data, block.bytes);
        oc_block_close(&block);
    }
    return call.error;
}
