#include "mpi/api/alias.h"
#include "mpi/type/check.h"

int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_size_c");
    if (error || (error = oc_check_result(NULL, size)) ||
        (error = oc_check_type(NULL, datatype, &type)))
        return error;
    *size = type->size;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Type_size_c);
