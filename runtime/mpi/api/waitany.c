#include "mpi/error/check.h"
#include "mpi/request/any.h"

int PMPI_Waitany(int count, MPI_Request *handles, int *index, MPI_Status *status) {
    int error = oc_enter("MPI_Waitany");
    if (error || (error = oc_check_requests(count, handles)) ||
        (error = oc_check_result(NULL, index)))
        return error;
    bool active;
    oc_handles_wait_any(count, handles);
    return oc_handles_complete_any(count, handles, index, &active, status);
}
