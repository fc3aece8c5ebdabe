#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Scatter_init)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                                void *recvbuf, oc_int recvcount, MPI_Datatype recvtype, int root,
                                MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm,
                                     .from = oc_side(sendbuf, sendcount, sendtype),
                                     .to = oc_side(recvbuf, recvcount, recvtype),
                                     .root = root,
                                     .rooted = OC_ROOT_SENDS};
    return oc_collective_init(OC_CALL("MPI_Scatter_init"), oc_run_scatter, &arguments, info,
                              request);
}
