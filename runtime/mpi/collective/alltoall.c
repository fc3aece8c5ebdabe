#include "mpi/collective/alltoall.h"

#include "mpi/error/check.h"

int oc_alltoall(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                const struct oc_rank_blocks *to) {
    bool in_place = from->buffer == MPI_IN_PLACE && !comm->local;
    int error = oc_check_blocks(comm, to);
    if (error || (!in_place && (error = oc_check_blocks(comm, from))) ||
        (oc_blocks_exist(to) && (error = oc_check_distinct(comm, from->buffer, to->buffer))))
        return error;
    return oc_finish_collective(comm, oc_alltoall_pairwise(comm, in_place ? NULL : from, to));
}
