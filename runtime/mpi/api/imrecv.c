#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/request/probe.h"
#include "mpi/request/start.h"

int OC_SIZED(PMPI_Imrecv)(void *buffer, oc_int count, MPI_Datatype type, MPI_Message *message,
                          MPI_Request *handle) {
    int error = oc_check_message_handle(OC_CALL("MPI_Imrecv"), message);
    if (error || (error = oc_check_result(NULL, handle)))
        return error;
    struct oc_user_request *request = oc_request_allocate(NULL, OC_RECEIVE);
    if (!request)
        return MPI_ERR_NO_MEM;
    if ((error = oc_message_receive(&request->core, buffer, oc_fit(count, type), type, message))) {
        oc_user_request_free(request);
        return error;
    }
    request->active = true;
    *handle = (MPI_Request)request;
    return MPI_SUCCESS;
}
