#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/request/complete.h"
#include "mpi/request/generalized.h"

/* If the request's handle has been freed, frees the request, and returns what the program's free
 * function returns (MPI 4.1, section 13.2). */
int PMPI_Grequest_complete(MPI_Request handle) {
    int error = oc_enter("MPI_Grequest_complete");
    if (error)
        return error;
    struct oc_user_request *request = oc_user_request_find_any(handle);
    if (!request || request->kind != OC_GENERALIZED || !request->core.pending)
        return oc_raise(NULL, MPI_ERR_REQUEST,
                        "request 0x$ cannot be completed|one of MPI_Grequest_start, once",
                        (long)(intptr_t)handle, 0);
    request->core.pending = 0;
    if (request->abandoned)
        error = oc_generalized.release(request);
    oc_user_request_reap();
    return error;
}
