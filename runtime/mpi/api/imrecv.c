#include "mpi/api/alias.h"
#include "mpi/error/check.h"
#include "mpi/request/probe.h"
#include "mpi/request/start.h"

int PMPI_Imrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *message,
                MPI_Request *handle) {
    int error = oc_check_message("MPI_Imrecv", message);
    if (error || (error = oc_check_result(NULL, handle)))
        return error;
    struct oc_user_request *request = oc_request_allocate(NULL, OC_RECEIVE);
    if (!request)
        return MPI_ERR_NO_MEM;
    if ((error = oc_message_receive(&request->core, buffer, count, type, message))) {
        oc_user_request_free(request);
        return error;
    }
    request->active = true;
    *handle = (MPI_Request)request;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Imrecv);
