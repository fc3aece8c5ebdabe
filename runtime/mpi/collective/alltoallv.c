#include "mpi/collective/alltoall.h"
#include "mpi/collective/choose.h"
#include "mpi/error/check.h"

int oc_alltoallv(struct oc_communicator *comm, const struct oc_rank_blocks *from,
                 const struct oc_rank_blocks *to) {
    bool in_place = from->buffer == MPI_IN_PLACE && !comm->local;
    int error = oc_alltoall_check(comm, from, to, in_place);
    if (error)
        return error;
    error =
        !in_place && oc_choose_lists(comm) ? oc_alltoallv_direct(comm, from, to) : OC_BY_MESSAGES;
    if (error == OC_BY_MESSAGES)
        error = oc_alltoall_pairwise(comm, in_place ? NULL : from, to);
    return oc_finish_collective(comm, error);
}
