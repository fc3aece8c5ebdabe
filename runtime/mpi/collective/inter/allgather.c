#include "mpi/collective/inter/functions.h"
#include "mpi/error/check.h"

/* Each rank sends its block to all ranks of the other group. */
int oc_inter_allgather(const struct oc_communicator *comm, const void *sendbuf, ptrdiff_t sendcount,
                       MPI_Datatype sendtype, const struct oc_rank_blocks *all) {
    struct oc_rank_blocks own = oc_blocks_same(sendbuf, sendcount, sendtype);
    int error = oc_check_blocks(comm, all);
    if (error || (error = oc_check_blocks(comm, &own)))
        return error;
    return oc_finish_collective(comm, oc_alltoall_pairwise(comm, &own, all));
}
