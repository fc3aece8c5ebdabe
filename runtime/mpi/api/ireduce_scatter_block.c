#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Ireduce_scatter_block)(const void *sendbuf, void *recvbuf, oc_int recvcount,
                                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                         MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm,
                                     .from = oc_side(sendbuf, recvcount, datatype),
                                     .to = oc_side(recvbuf, recvcount, datatype),
                                     .op = op};
    return oc_collective_start(OC_CALL("MPI_Ireduce_scatter_block"), oc_run_reduce_scatter_block,
                               &arguments, request);
}
