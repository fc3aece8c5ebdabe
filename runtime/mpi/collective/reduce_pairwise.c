#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"
#include "mpi/collective/shares.h"

static char *share_of(const struct oc_shares *shares, void *all, int rank) {
    return (char *)all + oc_shares_before(shares, rank) * shares->element_bytes;
}

static void collect(struct oc_collective *call, const struct oc_shares *shares, void *result) {
    for (int rank = 0; rank < call->comm->size; rank++)
        if (rank != call->comm->rank)
            oc_coll_receive(call, rank, share_of(shares, result, rank),
                            oc_share_bytes(shares, rank));
}

int oc_reduce_pairwise(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction, int root) {
    struct oc_collective call = {comm, OC_TAG_REDUCE, MPI_SUCCESS};
    struct oc_shares shares = oc_shares_even(count, bytes, comm->size);
    struct oc_scratch scratch;
    bool is_root = comm->rank == root;
    size_t own_bytes = oc_share_bytes(&shares, comm->rank);
    if (!oc_scratch_take(&scratch, is_root ? 0 : own_bytes))
        return MPI_ERR_NO_MEM;
    void *own = is_root ? share_of(&shares, result, root) : scratch.data;
    call.error = oc_reduce_scatter_pairwise(comm, mine, own, &shares, reduction);
    if (is_root)
        collect(&call, &shares, result);
    else
        oc_coll_send(&call, root, own, own_bytes);
    oc_scratch_free(&scratch);
    return call.error;
}

/* Sends the shares of the result along a ring of ranks until every rank has all of them. */
static void hand_round(struct oc_collective *call, const struct oc_shares *shares, void *result) {
    int rank = call->comm->rank, size = call->comm->size;
    for (int round = 0; round < size - 1; round++) {
        int sent = oc_rank_round(rank - round, size), received = oc_rank_round(sent - 1, size);
        oc_coll_sendrecv(call, oc_rank_round(rank + 1, size), share_of(shares, result, sent),
                         oc_share_bytes(shares, sent), oc_rank_round(rank - 1, size),
                         share_of(shares, result, received), oc_share_bytes(shares, received));
    }
}

int oc_allreduce_pairwise(const struct oc_communicator *comm, const void *mine, void *result,
                          size_t count, size_t bytes, const struct oc_reduction *reduction) {
    struct oc_collective call = {comm, OC_TAG_ALLREDUCE, MPI_SUCCESS};
    struct oc_shares shares = oc_shares_even(count, bytes, comm->size);
    call.error = oc_reduce_scatter_pairwise(comm, mine, share_of(&shares, result, comm->rank),
                                            &shares, reduction);
    hand_round(&call, &shares, result);
    return call.error;
}
