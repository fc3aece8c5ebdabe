#include "mpi/core/status.h"
#include "mpi/error/check.h"

int PMPI_Test_cancelled(const MPI_Status *status, int *flag) {
    int error = oc_enter("MPI_Test_cancelled");
    if (error || (error = oc_check_result(NULL, status)) || (error = oc_check_result(NULL, flag)))
        return error;
    *flag = oc_status_is_cancelled(status);
    return MPI_SUCCESS;
}
