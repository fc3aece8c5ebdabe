#include "mpi/core/match.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/partitioned/partitioned.h"
#include "mpi/request/complete.h"
#include "mpi/request/generalized.h"

/* Cancels a receive that has not matched a message, or a send to the process itself whose message
 * has not matched a receive. A send to another process is never cancelled; it completes when its
 * message is received. (MPI 4.1, section 3.8.4, allows a library to let either the operation or its
 * cancellation succeed.) */
static bool withdraw(struct oc_user_request *request) {
    if (!request->active)
        return false;
    if (oc_partitioned_withdraw && oc_partitioned_withdraw(request))
        return true;
    return request->kind == OC_RECEIVE ? oc_receive_withdraw(&request->core)
                                       : oc_send_withdraw(&request->core);
}

int PMPI_Cancel(MPI_Request *handle) {
    int error = oc_enter("MPI_Cancel");
    struct oc_user_request *request;
    if (error || (error = oc_check_result(NULL, handle)) ||
        (error = oc_check_request(*handle, &request)))
        return error;
    if (!request)
        return oc_raise(NULL, MPI_ERR_REQUEST, "MPI_REQUEST_NULL cannot be cancelled", 0, 0);
    if (request->kind == OC_GENERALIZED)
        return oc_generalized.cancel(request);
    if (request->kind == OC_COLLECTIVE)
        return oc_raise(request->core.comm, MPI_ERR_REQUEST,
                        "a collective or a flush cannot be cancelled|a send or a receive", 0, 0);
    if (withdraw(request)) {
        request->cancelled = true;
        request->core.pending = 0;
    }
    return MPI_SUCCESS;
}
