#include "mpi/error/check_group.h"

int PMPI_Group_rank(MPI_Group handle, int *rank) {
    struct oc_group *group;
    int error = oc_enter("MPI_Group_rank");
    if (error || (error = oc_check_group(NULL, handle, &group)) ||
        (error = oc_check_result(NULL, rank)))
        return error;
    *rank = oc_group_rank(group, oc_comm_world.rank);
    return MPI_SUCCESS;
}
