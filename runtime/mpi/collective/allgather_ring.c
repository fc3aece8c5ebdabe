#include "mpi/collective/blocks.h"

int oc_allgather_ring(const struct oc_communicator *comm, const struct oc_rank_blocks *all) {
    struct oc_collective call = {comm, OC_TAG_ALLGATHER, MPI_SUCCESS};
    int size = comm->size, block = comm->rank;
    int right = oc_rank_round(comm->rank + 1, size), left = oc_rank_round(comm->rank - 1, size);
    for (int round = 1; round < size; round++) {
        int next = oc_rank_round(block - 1, size);
        struct oc_view sent = oc_block_open(&call, all, block, OC_READ);
        struct oc_view received = oc_block_open(&call, all, next, OC_WRITE);
        oc_coll_sendrecv(&call, right, sent.data, sent.bytes, left, received.data, received.bytes);
        oc_block_close(&sent);
        oc_block_close(&received);
        block = next;
    }
    return call.error;
}
