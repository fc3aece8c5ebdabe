#include <string.h>

#include "mpi/collective/blocks.h"
#include "mpi/collective/scratch.h"

/* Collects the blocks of all ranks in `blocks`, beginning with this rank's block. */
static void collect(struct oc_collective *call, char *blocks, size_t bytes) {
    int rank = call->comm->rank, size = call->comm->size;
    for (int have = 1; have < size; have *= 2) {
        int more = have < size - have ? have : size - have;
        oc_coll_exchange(call, oc_rank_round(rank - have, size), blocks,
                         oc_rank_round(rank + have, size), blocks + (size_t)have * bytes,
                         (size_t)more * bytes);
    }
}

/* Copies the blocks of the other ranks from `blocks` to their positions in the user's buffer. */
static void put(struct oc_collective *call, const struct oc_rank_blocks *all, char *blocks,
                size_t bytes) {
    int rank = call->comm->rank, size = call->comm->size;
    char *row = oc_blocks_row(all);
    if (row) {
        size_t before = (size_t)rank * bytes, behind = (size_t)(size - rank) * bytes;
        memcpy(row + before, blocks, behind);
        memcpy(row, blocks + behind, before);
        return;
    }
    for (int i = 1; i < size; i++) {
        struct oc_view from = {blocks + (size_t)i * bytes, bytes, NULL};
        struct oc_view to = oc_block_open(call, all, oc_rank_round(rank + i, size), OC_WRITE);
        oc_coll_copy(call, &from, &to);
        oc_block_close(&to);
    }
}

int oc_allgather_bruck(const struct oc_communicator *comm, const struct oc_rank_blocks *all) {
    struct oc_collective call = {comm, OC_TAG_ALLGATHER, MPI_SUCCESS};
    struct oc_scratch scratch;
    struct oc_view own = oc_block_open(&call, all, comm->rank, OC_READ);
    size_t bytes = own.bytes;
    if (!oc_scratch_take(&scratch, (size_t)comm->size * bytes)) {
        oc_block_close(&own);
        return MPI_ERR_NO_MEM;
    }
    char *blocks = scratch.data;
    if (bytes)
        memcpy(blocks, own.data, bytes);
    oc_block_close(&own);
    collect(&call, blocks, bytes);
    put(&call, all, blocks, bytes);
    oc_scratch_free(&scratch);
    return call.error;
}
