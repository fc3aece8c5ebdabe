#include "mpi/api/alias.h"
#include "mpi/core/status.h"
#include "mpi/type/check.h"
#include "mpi/type/elements.h"

int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    struct oc_type *type;
    int error = oc_enter("MPI_Get_elements_x");
    if (error || (error = oc_check_result(NULL, status)) ||
        (error = oc_check_result(NULL, count)) || (error = oc_check_type(NULL, datatype, &type)))
        return error;
    *count = oc_type_elements_in(type, oc_status_bytes(status));
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Get_elements_x);
