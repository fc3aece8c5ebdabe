#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"
#include "mpi/collective/shares.h"

/* From rank 0 on; `all` is in the order of ranks. */
static void hand_out(struct oc_collective *call, const struct oc_shares *shares, const char *all,
                     void *result) {
    size_t own = oc_share_bytes(shares, call->comm->rank);
    if (call->comm->rank) {
        oc_coll_receive(call, 0, result, own);
        return;
    }
    if (own)
        memcpy(result, all, own);
    for (int rank = 1; rank < call->comm->size; rank++) {
        all += oc_share_bytes(shares, rank - 1);
        oc_coll_send(call, rank, all, oc_share_bytes(shares, rank));
    }
}

int oc_reduce_scatter_tree(const struct oc_communicator *comm, const void *mine, void *result,
                           const struct oc_shares *shares, const struct oc_reduction *reduction) {
    struct oc_collective call = {comm, OC_TAG_REDUCE_SCATTER, MPI_SUCCESS};
    struct oc_scratch scratch;
    size_t count = oc_shares_before(shares, comm->size);
    if (!oc_scratch_take(&scratch, comm->rank ? 0 : count * shares->element_bytes))
        return MPI_ERR_NO_MEM;
    call.error = oc_reduce_binomial(comm, mine, scratch.data, count, count * shares->element_bytes,
                                    reduction, 0);
    hand_out(&call, shares, scratch.data, result);
    oc_scratch_free(&scratch);
    return call.error;
}
