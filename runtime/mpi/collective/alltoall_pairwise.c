#include <string.h>

#include "mpi/collective/blocks.h"
#include "mpi/collective/scratch.h"

static void copy_own(struct oc_collective *call, const struct oc_rank_blocks *from,
                     const struct oc_rank_blocks *to) {
    struct oc_view sent = oc_block_open(call, from, call->comm->rank, OC_READ);
    struct oc_view received = oc_block_open(call, to, call->comm->rank, OC_WRITE);
    oc_coll_copy(call, &sent, &received);
    oc_block_close(&sent);
    oc_block_close(&received);
}

static void exchange_blocks(struct oc_collective *call, const struct oc_rank_blocks *from,
                            const struct oc_rank_blocks *to, int peer) {
    struct oc_view sent = oc_block_open(call, from, peer, OC_READ);
    struct oc_view received = oc_block_open(call, to, peer, OC_WRITE);
    oc_coll_sendrecv(call, peer, sent.data, sent.bytes, peer, received.data, received.bytes);
    oc_block_close(&sent);
    oc_block_close(&received);
}

/* Exchanges blocks with a peer in place. The block to be sent is copied first, because the received
 * one overwrites it. */
static void swap(struct oc_collective *call, const struct oc_rank_blocks *blocks, int peer) {
    struct oc_scratch copy;
    struct oc_view block = oc_block_open(call, blocks, peer, OC_READ | OC_WRITE);
    size_t bytes = block.bytes;
    if (oc_scratch_take(&copy, bytes)) {
        if (bytes)
            memcpy(copy.data, block.data, bytes);
        oc_coll_exchange(call, peer, copy.data, peer, block.data, bytes);
        oc_scratch_free(&copy);
    } else {
        /* Send the others a message that is too short, so that they do not wait for ever. */
        call->error = MPI_ERR_NO_MEM;
        oc_coll_sendrecv(call, peer, NULL, 0, peer, block.data, bytes);
    }
    oc_block_close(&block);
}

int oc_alltoall_pairwise(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                         const struct oc_rank_blocks *to) {
    struct oc_collective call = {comm, OC_TAG_ALLTOALL, MPI_SUCCESS};
    int rounds = comm->size > comm->peers ? comm->size : comm->peers;
    for (int round = 0; round < rounds; round++) {
        /* Two ranks are peers of each other, because their numbers add up to the round. */
        int peer = (round - comm->rank + rounds) % rounds;
        bool is_own = peer == comm->rank && !comm->local;
        if (peer >= comm->peers)
            continue;
        if (!is_own && from)
            exchange_blocks(&call, from, to, peer);
        else if (!is_own)
            swap(&call, to, peer);
        else if (from)
            copy_own(&call, from, to);
    }
    return call.error;
}
