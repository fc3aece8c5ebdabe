#include "mpi/error/check_group.h"
#include "mpi/group/compare.h"

int PMPI_Group_compare(MPI_Group handle1, MPI_Group handle2, int *result) {
    struct oc_group *one, *other;
    int error = oc_enter("MPI_Group_compare");
    if (error || (error = oc_check_group(NULL, handle1, &one)) ||
        (error = oc_check_group(NULL, handle2, &other)) || (error = oc_check_result(NULL, result)))
        return error;
    *result = oc_group_compare(one, other);
    return MPI_SUCCESS;
}
