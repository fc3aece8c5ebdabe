#include "mpi/collective/choose.h"
#include "mpi/collective/inter/functions.h"
#include "mpi/collective/scratch.h"
#include "mpi/error/check.h"

/* Operands are reduced at the leader of their group. The leaders exchange the results, and each
 * leader broadcasts its result in its group. */
static int allreduce(const struct oc_communicator *comm, const void *mine,
                     const struct oc_view *result, ptrdiff_t count,
                     const struct oc_reduction *reduction) {
    struct oc_collective call = {comm, OC_TAG_ALLREDUCE, MPI_SUCCESS};
    struct oc_scratch own;
    bool is_leader = comm->rank == 0;
    if (!oc_scratch_take(&own, is_leader ? result->bytes : 0))
        return MPI_ERR_NO_MEM;
    oc_coll_keep_error(&call, oc_reduce_to(comm->local, mine, own.data, (size_t)count,
                                           result->bytes, reduction, 0));
    if (is_leader)
        oc_coll_exchange(&call, 0, own.data, 0, result->data, result->bytes);
    oc_coll_keep_error(&call, oc_bcast(comm->local, result->data, result->bytes, 0));
    oc_scratch_free(&own);
    return call.error;
}

int oc_inter_allreduce(const struct oc_communicator *comm, const void *sendbuf, void *recvbuf,
                       ptrdiff_t count, MPI_Datatype type, MPI_Op op) {
    struct oc_view mine, result;
    struct oc_reduction reduction;
    int error;
    if ((count && (error = oc_check_distinct(comm, sendbuf, recvbuf))) ||
        (error = oc_check_reduction(comm, op, type, &reduction)) ||
        (error = oc_check_operands(comm, sendbuf, count, type, OC_READ, &mine)))
        return error;
    if (!(error = oc_check_operands(comm, recvbuf, count, type, OC_READ | OC_WRITE, &result))) {
        error = oc_finish_collective(comm, allreduce(comm, mine.data, &result, count, &reduction));
        oc_view_close(&result);
    }
    oc_view_close(&mine);
    return error;
}
