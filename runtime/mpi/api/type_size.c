#include <limits.h>

#include "mpi/api/alias.h"
#include "mpi/type/check.h"

int PMPI_Type_size(MPI_Datatype datatype, int *size) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_size");
    if (error || (error = oc_check_result(NULL, size)) ||
        (error = oc_check_type(NULL, datatype, &type)))
        return error;
    *size = type->size > INT_MAX ? MPI_UNDEFINED : (int)type->size;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Type_size);
