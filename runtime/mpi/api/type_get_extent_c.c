#include "mpi/api/alias.h"
#include "mpi/type/check.h"

int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_get_extent_c");
    if (error || (error = oc_check_result(NULL, lb)) || (error = oc_check_result(NULL, extent)) ||
        (error = oc_check_type(NULL, datatype, &type)))
        return error;
    *lb = type->lb;
    *extent = oc_type_extent(type);
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Type_get_extent_c);
