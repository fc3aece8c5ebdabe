#include "mpi/request/start.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/request/complete.h"

int PMPI_Start(MPI_Request *handle) {
    int error = oc_enter("MPI_Start");
    struct oc_user_request *request;
    if (error || (error = oc_check_result(NULL, handle)) ||
        (error = oc_check_request(*handle, &request)))
        return error;
    if (!request)
        return oc_raise(NULL, MPI_ERR_REQUEST,
                        "MPI_REQUEST_NULL cannot be started|a persistent request", 0, 0);
    return oc_request_restart(request);
}
