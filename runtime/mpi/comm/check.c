#include "mpi/comm/check.h"

#include "mpi/comm/groups.h"

int oc_check_intra(const struct oc_communicator *comm) {
    if (!comm->local)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_COMM, "communicator 0x$ has two groups|an intracommunicator",
                    (long)(intptr_t)comm->handle, 0);
}

int oc_check_inter(const struct oc_communicator *comm) {
    if (comm->local)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_COMM, "communicator 0x$ has one group|an intercommunicator",
                    (long)(intptr_t)comm->handle, 0);
}

int oc_check_members(const struct oc_communicator *comm, const struct oc_group *group) {
    for (int rank = 0; rank < group->size; rank++)
        if (oc_group_rank(oc_own_group_of(comm), oc_group_world_rank(group, rank)) == MPI_UNDEFINED)
            return oc_raise(comm, MPI_ERR_GROUP,
                            "rank # of the group is not in communicator 0x$|a subset of its "
                            "group",
                            rank, (long)(intptr_t)comm->handle);
    return MPI_SUCCESS;
}
