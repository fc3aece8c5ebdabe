#include "mpi/collective/neighbor/nonblocking.h"

int OC_SIZED(PMPI_Ineighbor_alltoall)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                                      void *recvbuf, oc_int recvcount, MPI_Datatype recvtype,
                                      MPI_Comm comm, MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm,
                                     .from = oc_side(sendbuf, sendcount, sendtype),
                                     .to = oc_side(recvbuf, recvcount, recvtype)};
    return oc_neighbor_start(OC_CALL("MPI_Ineighbor_alltoall"), oc_run_neighbor_alltoall,
                             &arguments, false, request);
}
