#include "mpi/error/check_group.h"

int oc_check_group(const struct oc_communicator *comm, MPI_Group handle, struct oc_group **group) {
    if ((*group = oc_group_find(handle)))
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_GROUP, "group 0x$ is invalid|one that has not been freed",
                    (long)(intptr_t)handle, 0);
}

int oc_check_group_rank(const struct oc_communicator *comm, const struct oc_group *group,
                        int rank) {
    if (rank >= 0 && rank < group->size)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_RANK, "rank # is not in the group|0 to #", rank, group->size - 1);
}

int oc_check_ranks(int count, const void *ranks) {
    if (count < 0)
        return oc_raise(NULL, MPI_ERR_ARG, "the number of ranks is #|0 or more", count, 0);
    return count ? oc_check_result(NULL, ranks) : MPI_SUCCESS;
}

int oc_give_group(struct oc_group *group, MPI_Group *handle) {
    if (!group)
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a group", 0, 0);
    *handle = oc_group_handle(oc_group_finish(group));
    return MPI_SUCCESS;
}
