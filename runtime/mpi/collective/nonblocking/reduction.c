#include "mpi/collective/nonblocking/operation.h"

int oc_reduction_start(const char *call, oc_operation_run *run, const void *from, void *to,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                       MPI_Request *handle) {
    struct oc_arguments arguments;
    oc_arguments_set(&arguments, comm, oc_side(from, count, type), oc_side(to, count, type), op);
    return oc_collective_start(call, run, &arguments, handle);
}
