#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Reduce_scatter_init)(const void *sendbuf, void *recvbuf,
                                       const oc_int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                                       MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    struct oc_arguments arguments = {
        .comm = comm,
        .from = oc_side_v(sendbuf, OC_LIST(recvcounts), OC_NO_LIST, datatype),
        .to = oc_side_v(recvbuf, OC_LIST(recvcounts), OC_NO_LIST, datatype),
        .op = op};
    return oc_collective_init(OC_CALL("MPI_Reduce_scatter_init"), oc_run_reduce_scatter, &arguments,
                              info, request);
}
