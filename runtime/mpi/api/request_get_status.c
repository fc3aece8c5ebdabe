#include "mpi/api/alias.h"
#include "mpi/core/status.h"
#include "mpi/error/check.h"
#include "mpi/request/complete.h"

int PMPI_Request_get_status(MPI_Request handle, int *flag, MPI_Status *status) {
    int error = oc_enter("MPI_Request_get_status");
    struct oc_user_request *request;
    if (error || (error = oc_check_result(NULL, flag)) ||
        (error = oc_check_request(handle, &request)))
        return error;
    oc_handles_progress();
    *flag = oc_handle_is_done(handle);
    if (*flag && request)
        oc_request_status(request, status);
    else if (*flag)
        oc_status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Request_get_status);
