#include "mpi/collective/nonblocking/operation.h"
#include "mpi/error/check.h"

int oc_collective_start(const char *call, oc_operation_run *run,
                        const struct oc_arguments *arguments, MPI_Request *handle) {
    struct oc_communicator *comm = oc_enter_comm(call, arguments->comm);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, handle);
    if (error)
        return error;
    struct oc_operation *operation = oc_operation_new(call, comm, run);
    if (!operation)
        return MPI_ERR_NO_MEM;
    operation->arguments = *arguments;
    operation->may_enter = !comm->local && comm->size > 1;
    oc_arguments_hold(operation);
    if ((error = oc_operation_begin(operation)))
        oc_user_request_free(operation->request);
    else
        *handle = (MPI_Request)operation->request;
    return error;
}
