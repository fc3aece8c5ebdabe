#include "mpi/api/alias.h"
#include "mpi/core/status.h"
#include "mpi/type/check.h"
#include "mpi/type/elements.h"

int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
    struct oc_type *type;
    int error = oc_enter("MPI_Status_set_elements_x");
    if (error || (error = oc_check_result(NULL, status)) ||
        (error = oc_check_type(NULL, datatype, &type)) || (error = oc_check_count(NULL, count)))
        return error;
    oc_status_set_bytes(status, oc_type_bytes_of(type, count));
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Status_set_elements_x);
