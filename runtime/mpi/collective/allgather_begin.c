#include "mpi/collective/allgather.h"
#include "mpi/error/check.h"

int oc_allgather_begin(const struct oc_communicator *comm, const void *sendbuf, ptrdiff_t sendcount,
                       MPI_Datatype sendtype, const struct oc_rank_blocks *all) {
    struct oc_collective call = {comm, OC_TAG_ALLGATHER, MPI_SUCCESS};
    struct oc_view mine;
    int error = oc_check_blocks(comm, all);
    if (error || sendbuf == MPI_IN_PLACE)
        return error;
    if ((sendcount && (error = oc_check_distinct(comm, sendbuf, all->buffer))) ||
        (error = oc_check_view(comm, sendbuf, sendcount, sendtype, OC_READ, &mine)))
        return error;
    struct oc_view own = oc_block_open(&call, all, comm->rank, OC_WRITE);
    oc_coll_copy(&call, &mine, &own);
    oc_block_close(&own);
    oc_view_close(&mine);
    return oc_finish_collective(comm, call.error);
}
