#include "mpi/collective/alltoall.h"

int oc_alltoall_check(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                      const struct oc_rank_blocks *to, bool in_place) {
    int error = oc_check_blocks(comm, to);
    if (error || (!in_place && (error = oc_check_blocks(comm, from))))
        return error;
    return oc_check_distinct_blocks(comm, from, comm->peers, to, comm->peers);
}
