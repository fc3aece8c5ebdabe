#include "mpi/collective/nonblocking/operation.h"
#include "mpi/error/check.h"
#include "mpi/info/check.h"

int oc_collective_init(const char *call, oc_operation_run *run,
                       const struct oc_arguments *arguments, MPI_Info info, MPI_Request *handle) {
    struct oc_info *hints;
    struct oc_communicator *comm = oc_enter_comm(call, arguments->comm);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, handle);
    if (error || (error = oc_check_info_or_null(comm, info, &hints)) ||
        (error = oc_check_arguments(comm, arguments)))
        return error;
    struct oc_operation *operation = oc_operation_new(call, comm, run);
    if (!operation)
        return MPI_ERR_NO_MEM;
    operation->arguments = *arguments;
    oc_arguments_hold(operation);
    operation->request->persistent = true;
    operation->request->core.pending = 0;
    *handle = (MPI_Request)operation->request;
    return MPI_SUCCESS;
}

int oc_reduction_init(const char *call, oc_operation_run *run, const void *from, void *to,
                      MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                      MPI_Request *handle) {
    struct oc_arguments arguments;
    oc_arguments_set(&arguments, comm, oc_side(from, count, type), oc_side(to, count, type), op);
    return oc_collective_init(call, run, &arguments, info, handle);
}
