#include "mpi/error/check.h"
#include "mpi/request/any.h"

int PMPI_Testany(int count, MPI_Request *handles, int *index, int *flag, MPI_Status *status) {
    int error = oc_enter("MPI_Testany");
    if (error || (error = oc_check_requests(count, handles)) ||
        (error = oc_check_result(NULL, index)) || (error = oc_check_result(NULL, flag)))
        return error;
    bool active;
    oc_progress();
    error = oc_handles_complete_any(count, handles, index, &active, status);
    *flag = *index != MPI_UNDEFINED || !active;
    return error;
}
