#include "mpi/error/check.h"
#include "mpi/request/complete.h"

int PMPI_Request_get_status(MPI_Request handle, int *flag, MPI_Status *status) {
    int error = oc_enter("MPI_Request_get_status");
    struct oc_user_request *request;
    if (error || (error = oc_check_result(NULL, flag)) ||
        (error = oc_check_request(handle, &request)))
        return error;
    oc_progress();
    *flag = oc_handle_status(handle, status);
    return *flag ? oc_handle_queried(handle) : MPI_SUCCESS;
}
