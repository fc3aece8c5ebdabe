#include "mpi/collective/nonblocking/operation.h"
#include "mpi/error/check.h"

int oc_collective_start(const char *call, oc_operation_run *run, struct oc_arguments *arguments,
                        MPI_Request *handle) {
    struct oc_communicator *comm = oc_enter_comm(call, arguments->comm);
    int error = comm ? oc_check_result(comm, handle) : MPI_ERR_COMM;
    if (error) {
        oc_arguments_give(arguments);
        return error;
    }
    struct oc_operation *operation = oc_operation_new(call, comm, run, arguments);
    if (!operation)
        return MPI_ERR_NO_MEM;
    operation->may_enter = !comm->local && comm->size > 1;
    oc_arguments_hold(operation);
    return oc_operation_begin(operation, handle);
}

int oc_reduction_start(const char *call, oc_operation_run *run, const void *from, void *to,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                       MPI_Request *handle) {
    struct oc_arguments *arguments = oc_arguments_new(comm, op);
    oc_side_set(&arguments->from, from, count, type);
    oc_side_set(&arguments->to, to, count, type);
    return oc_collective_start(call, run, arguments, handle);
}
