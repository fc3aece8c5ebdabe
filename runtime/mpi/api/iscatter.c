#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Iscatter)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, oc_int recvcount, MPI_Datatype recvtype, int root,
                            MPI_Comm comm, MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm,
                                     .from = oc_side(sendbuf, sendcount, sendtype),
                                     .to = oc_side(recvbuf, recvcount, recvtype),
                                     .root = root,
                                     .rooted = OC_ROOT_SENDS};
    return oc_collective_start(OC_CALL("MPI_Iscatter"), oc_run_scatter, &arguments, request);
}
