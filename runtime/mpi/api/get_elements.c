#include "mpi/core/sized.h"
#include "mpi/core/status.h"
#include "mpi/type/check.h"
#include "mpi/type/elements.h"

int OC_SIZED(PMPI_Get_elements)(const MPI_Status *status, MPI_Datatype datatype, oc_int *count) {
    struct oc_type *type;
    int error = oc_enter(OC_CALL("MPI_Get_elements"));
    if (error || (error = oc_check_result(NULL, status)) ||
        (error = oc_check_result(NULL, count)) || (error = oc_check_type(NULL, datatype, &type)))
        return error;
    MPI_Count elements = oc_type_elements_in(type, oc_status_bytes(status));
    *count = elements > OC_INT_MAX ? MPI_UNDEFINED : (oc_int)elements;
    return MPI_SUCCESS;
}
OC_OLD_NAME(MPI_Get_elements);
