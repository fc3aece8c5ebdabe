#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/partitioned/partitioned.h"
#include "mpi/request/complete.h"
#include "mpi/request/generalized.h"

static int free_any(struct oc_user_request *request, MPI_Request *handle) {
    if (oc_partitioned_release)
        oc_partitioned_release(request);
    oc_user_request_free(request);
    *handle = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

/* Frees a request that belongs to neither a send nor a receive. */
__attribute__((noinline, cold)) static int free_other(struct oc_user_request *request,
                                                      MPI_Request *handle) {
    int error = MPI_SUCCESS;
    if (request->kind == OC_COLLECTIVE && (request->active || !request->persistent))
        return oc_raise(request->core.comm, MPI_ERR_REQUEST,
                        "a collective that is under way cannot be freed|one that has been "
                        "completed",
                        0, 0);
    if (request->kind == OC_GENERALIZED && oc_user_request_is_done(request))
        error = oc_generalized.release(request);
    free_any(request, handle);
    return error;
}

int PMPI_Request_free(MPI_Request *handle) {
    int error = oc_enter("MPI_Request_free");
    struct oc_user_request *request;
    if (error || (error = oc_check_result(NULL, handle)) ||
        (error = oc_check_request(*handle, &request)))
        return error;
    if (!request)
        return oc_raise(NULL, MPI_ERR_REQUEST, "MPI_REQUEST_NULL cannot be freed", 0, 0);
    return request->kind > OC_RECEIVE ? free_other(request, handle) : free_any(request, handle);
}
