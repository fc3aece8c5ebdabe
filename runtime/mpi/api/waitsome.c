#include "mpi/error/check.h"
#include "mpi/request/any.h"

int PMPI_Waitsome(int count, MPI_Request *handles, int *done, int *indices, MPI_Status *statuses) {
    int error = oc_enter("MPI_Waitsome");
    if (error || (error = oc_check_requests(count, handles)) ||
        (error = oc_check_result(NULL, done)) ||
        (count && (error = oc_check_result(NULL, indices))))
        return error;
    oc_handles_wait_any(count, handles);
    return oc_handles_complete_some(count, handles, done, indices, statuses);
}
