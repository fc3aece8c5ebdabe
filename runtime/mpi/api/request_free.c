#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/funnel/funnel.h"
#include "mpi/partitioned/partitioned.h"
#include "mpi/request/complete.h"

int PMPI_Request_free(MPI_Request *handle) {
    int error = oc_enter("MPI_Request_free");
    struct oc_user_request *request;
    if (error || (error = oc_check_result(NULL, handle)) ||
        (error = oc_check_request(*handle, &request)))
        return error;
    if (!request)
        return oc_raise(NULL, MPI_ERR_REQUEST, "MPI_REQUEST_NULL cannot be freed", 0, 0);
    if (request->kind == OC_COLLECTIVE && (request->active || !request->persistent))
        return oc_raise(request->core.comm, MPI_ERR_REQUEST,
                        "a collective that is under way cannot be freed|one that has been "
                        "completed",
                        0, 0);
    if (oc_partitioned_release)
        oc_partitioned_release(request);
    oc_user_request_free(request);
    *handle = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

OC_FUNNELED(MPI_Request_free);
