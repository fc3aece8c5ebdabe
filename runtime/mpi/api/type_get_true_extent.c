#include "mpi/api/alias.h"
#include "mpi/type/check.h"

int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_get_true_extent");
    if (error || (error = oc_check_result(NULL, lb)) || (error = oc_check_result(NULL, extent)) ||
        (error = oc_check_type(NULL, datatype, &type)))
        return error;
    *lb = oc_type_address(type->true_lb);
    *extent = oc_type_address(type->true_ub - type->true_lb);
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Type_get_true_extent);
