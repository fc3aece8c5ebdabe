#include "mpi/collective/nonblocking/operation.h"
#include "mpi/error/check.h"

/* Makes an operation without its arguments; null: `error` was raised. */
static struct oc_operation *prepare(const char *call, oc_operation_run *run, MPI_Comm comm_handle,
                                    MPI_Request *handle, int *error) {
    struct oc_communicator *comm = oc_enter_comm(call, comm_handle);
    *error = MPI_ERR_COMM;
    if (!comm || (*error = oc_check_result(comm, handle)))
        return NULL;
    *error = MPI_ERR_NO_MEM;
    struct oc_operation *operation = oc_operation_new(call, comm, run);
    if (operation)
        operation->may_enter = !comm->local && comm->size > 1;
    return operation;
}

static int launch(struct oc_operation *operation, MPI_Request *handle) {
    oc_arguments_hold(operation);
    int error = oc_operation_begin(operation);
    if (error)
        oc_user_request_free(operation->request);
    else
        *handle = (MPI_Request)operation->request;
    return error;
}

int oc_collective_start(const char *call, oc_operation_run *run,
                        const struct oc_arguments *arguments, MPI_Request *handle) {
    int error;
    struct oc_operation *operation = prepare(call, run, arguments->comm, handle, &error);
    if (!operation)
        return error;
    operation->arguments = *arguments;
    return launch(operation, handle);
}

int oc_reduction_start(const char *call, oc_operation_run *run, const void *from, void *to,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                       MPI_Request *handle) {
    int error;
    struct oc_operation *operation = prepare(call, run, comm, handle, &error);
    if (!operation)
        return error;
    oc_arguments_set(&operation->arguments, comm, oc_side(from, count, type),
                     oc_side(to, count, type), op);
    return launch(operation, handle);
}
