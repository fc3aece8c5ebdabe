#include "mpi/error/check.h"
#include "mpi/request/complete.h"

int PMPI_Wait(MPI_Request *handle, MPI_Status *status) {
    int error = oc_enter("MPI_Wait");
    struct oc_user_request *request;
    if (error || (error = oc_check_result(NULL, handle)) ||
        (error = oc_check_request(*handle, &request)))
        return error;
    return oc_handle_complete(handle, status);
}
