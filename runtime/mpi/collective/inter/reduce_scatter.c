#include "mpi/collective/choose.h"
#include "mpi/collective/inter/functions.h"
#include "mpi/collective/scratch.h"

/* Operands are reduced at the leader of their group. The leaders exchange the results, and each
 * leader scatters its result in its group. A leader needs memory for both results. */
int oc_inter_reduce_scatter(const struct oc_communicator *comm, const void *mine, void *result,
                            const struct oc_shares *shares, const struct oc_reduction *reduction) {
    struct oc_collective across = {comm, OC_TAG_REDUCE_SCATTER, MPI_SUCCESS};
    struct oc_collective inside = {comm->local, OC_TAG_REDUCE_SCATTER, MPI_SUCCESS};
    struct oc_scratch scratch;
    size_t count = oc_shares_before(shares, comm->size), bytes = count * shares->element_bytes;
    bool is_leader = comm->rank == 0;
    size_t room = is_leader ? bytes : 0;
    if (!oc_scratch_take(&scratch, 2 * room))
        return MPI_ERR_NO_MEM;
    char *own = scratch.data, *other = own + room;
    oc_coll_keep_error(&across, oc_reduce_to(comm->local, mine, own, count, bytes, reduction, 0));
    if (is_leader)
        oc_coll_exchange(&across, 0, own, 0, other, bytes);
    oc_scatter_shares(&inside, shares, other, result);
    oc_scratch_free(&scratch);
    oc_coll_keep_error(&across, inside.error);
    return across.error;
}
