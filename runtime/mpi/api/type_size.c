#include "mpi/core/sized.h"
#include "mpi/type/check.h"

int OC_SIZED(PMPI_Type_size)(MPI_Datatype datatype, oc_int *size) {
    struct oc_type *type;
    int error = oc_enter(OC_CALL("MPI_Type_size"));
    if (error || (error = oc_check_result(NULL, size)) ||
        (error = oc_check_type(NULL, datatype, &type)))
        return error;
    *size = type->size > OC_INT_MAX ? MPI_UNDEFINED : (oc_int)type->size;
    return MPI_SUCCESS;
}
OC_OLD_NAME(MPI_Type_size);
