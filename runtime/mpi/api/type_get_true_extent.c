#include "mpi/core/sized.h"
#include "mpi/type/check.h"

int OC_SIZED(PMPI_Type_get_true_extent)(MPI_Datatype datatype, oc_bytes *lb, oc_bytes *extent) {
    struct oc_type *type;
    int error = oc_enter(OC_CALL("MPI_Type_get_true_extent"));
    if (error || (error = oc_check_result(NULL, lb)) || (error = oc_check_result(NULL, extent)) ||
        (error = oc_check_type(NULL, datatype, &type)))
        return error;
    *lb = oc_type_bound(type->true_lb);
    *extent = oc_type_bound(type->true_ub - type->true_lb);
    return MPI_SUCCESS;
}
OC_OLD_NAME(MPI_Type_get_true_extent);
