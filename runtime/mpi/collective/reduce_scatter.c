#include "mpi/collective/reduce_scatter.h"

#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

static int carry_out(struct oc_communicator *comm, const struct oc_view *mine,
                     const struct oc_view *result, const struct oc_shares *shares,
                     const struct oc_reduction *reduction) {
    if (comm->local)
        return oc_inter.reduce_scatter(comm, mine->data, result->data, shares, reduction);
    int error = oc_may_be_direct(comm) ? oc_reduce_scatter_direct(comm, mine->data, result->data,
                                                                  mine->bytes, shares, reduction)
                                       : OC_BY_MESSAGES;
    if (error != OC_BY_MESSAGES)
        return error;
    bool tree = oc_choose_reduce_scatter_tree(mine->bytes);
    return tree ? oc_reduce_scatter_tree(comm, mine->data, result->data, shares, reduction)
                : oc_reduce_scatter_pairwise(comm, mine->data, result->data, shares, reduction);
}

int oc_reduce_scatter(struct oc_communicator *comm, const void *sendbuf, void *recvbuf,
                      struct oc_shares *shares, MPI_Datatype type, MPI_Op op) {
    struct oc_view mine, result;
    struct oc_reduction reduction;
    size_t total = oc_shares_before(shares, comm->size);
    ptrdiff_t own = (ptrdiff_t)oc_share_count(shares, comm->rank);
    int error;
    if (total > PTRDIFF_MAX)
        return oc_raise(comm, MPI_ERR_COUNT, "there are more than # elements in all", PTRDIFF_MAX,
                        0);
    const void *operands = sendbuf == MPI_IN_PLACE && !comm->local ? recvbuf : sendbuf;
    if ((own && (error = oc_check_distinct(comm, sendbuf, recvbuf))) ||
        (error = oc_check_operands(comm, operands, (ptrdiff_t)total, type, OC_READ, &mine)))
        return error;
    if (!(error = oc_check_reduction(comm, op, type, &reduction)) &&
        !(error = oc_check_operands(comm, recvbuf, own, type, OC_WRITE, &result))) {
        shares->element_bytes = total ? mine.bytes / total : 0;
        error = oc_finish_collective(comm, carry_out(comm, &mine, &result, shares, &reduction));
        oc_view_close(&result);
    }
    oc_view_close(&mine);
    return error;
}
