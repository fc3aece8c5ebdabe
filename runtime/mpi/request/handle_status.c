#include "mpi/request/complete.h"
#include "mpi/request/generalized.h"

bool oc_handle_status(MPI_Request handle, MPI_Status *status) {
    if (!oc_handle_is_done(handle))
        return false;
    if (handle == MPI_REQUEST_NULL)
        oc_status_set_empty(status);
    else
        oc_request_status((struct oc_user_request *)handle, status);
    return true;
}

int oc_handle_queried(MPI_Request handle) {
    const struct oc_user_request *request = (struct oc_user_request *)handle;
    bool is_generalized = handle != MPI_REQUEST_NULL && request->kind == OC_GENERALIZED;
    return is_generalized ? oc_generalized.queried(request) : MPI_SUCCESS;
}
