#include "mpi/collective/choose.h"
#include "mpi/collective/inter/functions.h"
#include "mpi/collective/scratch.h"
#include "mpi/error/check.h"

/* The group with the operands reduces them at its leader, which sends the result to the root. */
static void contribute(struct oc_collective *call, const struct oc_view *mine, ptrdiff_t count,
                       const struct oc_reduction *reduction, int root) {
    struct oc_scratch result;
    bool is_leader = call->comm->rank == 0;
    if (!oc_scratch_take(&result, is_leader ? mine->bytes : 0)) {
        call->error = MPI_ERR_NO_MEM;
        return;
    }
    oc_coll_keep_error(call, oc_reduce_to(call->comm->local, mine->data, result.data, (size_t)count,
                                          mine->bytes, reduction, 0));
    if (is_leader)
        oc_coll_send(call, root, result.data, mine->bytes);
    oc_scratch_free(&result);
}

int oc_inter_reduce(const struct oc_communicator *comm, const void *sendbuf, void *recvbuf,
                    ptrdiff_t count, MPI_Datatype type, MPI_Op op, int root) {
    struct oc_collective call = {comm, OC_TAG_REDUCE, MPI_SUCCESS};
    struct oc_reduction reduction;
    struct oc_view data;
    bool is_root = root == MPI_ROOT;
    int error = oc_check_inter_root(comm, root);
    if (error || root == MPI_PROC_NULL)
        return error;
    if ((error = oc_check_reduction(comm, op, type, &reduction)) ||
        (error = oc_check_operands(comm, is_root ? recvbuf : sendbuf, count, type,
                                   is_root ? OC_WRITE : OC_READ, &data)))
        return error;
    if (is_root)
        oc_coll_receive(&call, 0, data.data, data.bytes);
    else
        contribute(&call, &data, count, &reduction, root);
    oc_view_close(&data);
    return oc_finish_collective(comm, call.error);
}
