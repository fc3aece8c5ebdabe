#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Ireduce)(const void *sendbuf, void *recvbuf, oc_int count, MPI_Datatype datatype,
                           MPI_Op op, int root, MPI_Comm comm, MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm,
                                     .from = oc_side(sendbuf, count, datatype),
                                     .to = oc_side(recvbuf, count, datatype),
                                     .op = op,
                                     .root = root,
                                     .rooted = OC_ROOT_RECEIVES};
    return oc_collective_start(OC_CALL("MPI_Ireduce"), oc_run_reduce, &arguments, request);
}
