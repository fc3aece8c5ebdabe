#include "mpi/core/status.h"
#include "mpi/error/check.h"

int PMPI_Status_set_cancelled(MPI_Status *status, int flag) {
    int error = oc_enter("MPI_Status_set_cancelled");
    if (error || (error = oc_check_result(NULL, status)))
        return error;
    oc_status_set_cancelled(status, flag);
    return MPI_SUCCESS;
}
