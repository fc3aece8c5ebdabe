#include "mpi/error/check_group.h"

int PMPI_Group_size(MPI_Group handle, int *size) {
    struct oc_group *group;
    int error = oc_enter("MPI_Group_size");
    if (error || (error = oc_check_group(NULL, handle, &group)) ||
        (error = oc_check_result(NULL, size)))
        return error;
    *size = group->size;
    return MPI_SUCCESS;
}
