#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"
#include "mpi/collective/shares.h"

int oc_reduce_scatter_tree(const struct oc_communicator *comm, const void *mine, void *result,
                           const struct oc_shares *shares, const struct oc_reduction *reduction) {
    struct oc_collective call = {comm, OC_TAG_REDUCE_SCATTER, MPI_SUCCESS};
    struct oc_scratch scratch;
    size_t count = oc_shares_before(shares, comm->size);
    if (!oc_scratch_take(&scratch, comm->rank ? 0 : count * shares->element_bytes))
        return MPI_ERR_NO_MEM;
    call.error = oc_reduce_binomial(comm, mine, scratch.data, count, count * shares->element_bytes,
                                    reduction, 0);
    /* If this rank ran out of memory, it has sent no operand. Rank 0 then waits for that operand
     * and sends no shares, so this rank must not wait for its share. */
    if (call.error != MPI_ERR_NO_MEM)
        oc_scatter_shares(&call, shares, scratch.data, result);
    oc_scratch_free(&scratch);
    return call.error;
}
