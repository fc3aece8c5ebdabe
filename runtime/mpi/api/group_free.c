#include "mpi/error/check_group.h"

int PMPI_Group_free(MPI_Group *handle) {
    struct oc_group *group;
    int error = oc_enter("MPI_Group_free");
    if (error || (error = oc_check_result(NULL, handle)) ||
        (error = oc_check_group(NULL, *handle, &group)))
        return error;
    oc_group_handle_free(group);
    *handle = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}
