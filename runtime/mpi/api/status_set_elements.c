#include "mpi/core/sized.h"
#include "mpi/core/status.h"
#include "mpi/type/check.h"
#include "mpi/type/elements.h"

int OC_SIZED(PMPI_Status_set_elements)(MPI_Status *status, MPI_Datatype datatype, oc_int count) {
    struct oc_type *type;
    int error = oc_enter(OC_CALL("MPI_Status_set_elements"));
    if (error || (error = oc_check_result(NULL, status)) ||
        (error = oc_check_type(NULL, datatype, &type)) || (error = oc_check_count(NULL, count)))
        return error;
    oc_status_set_bytes(status, oc_type_bytes_of(type, count));
    return MPI_SUCCESS;
}
OC_OLD_NAME(MPI_Status_set_elements);
