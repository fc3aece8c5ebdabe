#include "mpi/collective/nonblocking/operation.h"
#include "mpi/error/check.h"
#include "mpi/info/check.h"

/* Checks those arguments that MPI_X_init can check. On an error, raises it and returns its
 * class. */
static int check(const struct oc_communicator *comm, const struct oc_arguments *arguments,
                 MPI_Info info, const MPI_Request *handle) {
    struct oc_info *hints;
    int error;
    if (!comm)
        return MPI_ERR_COMM;
    if ((error = oc_check_result(comm, handle)) ||
        (error = oc_check_info_or_null(comm, info, &hints)))
        return error;
    return oc_check_arguments(comm, arguments);
}

int oc_collective_init(const char *call, oc_operation_run *run, struct oc_arguments *arguments,
                       MPI_Info info, MPI_Request *handle) {
    struct oc_communicator *comm = oc_enter_comm(call, arguments->comm);
    int error = check(comm, arguments, info, handle);
    if (error) {
        oc_arguments_give(arguments);
        return error;
    }
    struct oc_operation *operation = oc_operation_new(call, comm, run, arguments);
    if (!operation)
        return MPI_ERR_NO_MEM;
    oc_arguments_hold(operation);
    operation->request->persistent = true;
    operation->request->core.pending = 0;
    *handle = (MPI_Request)operation->request;
    return MPI_SUCCESS;
}

int oc_reduction_init(const char *call, oc_operation_run *run, const void *from, void *to,
                      MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                      MPI_Request *handle) {
    struct oc_arguments *arguments = oc_arguments_new(comm, op);
    oc_side(&arguments->from, from, count, type);
    oc_side(&arguments->to, to, count, type);
    return oc_collective_init(call, run, arguments, info, handle);
}
