#include "mpi/collective/neighbor/nonblocking.h"

int OC_SIZED(PMPI_Ineighbor_alltoallw)(const void *sendbuf, const oc_int sendcounts[],
                                       const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                       void *recvbuf, const oc_int recvcounts[],
                                       const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                       MPI_Comm comm, MPI_Request *request) {
    struct oc_arguments arguments = {
        .comm = comm,
        .from = oc_side_w(sendbuf, OC_LIST(sendcounts), OC_LIST(sdispls), sendtypes),
        .to = oc_side_w(recvbuf, OC_LIST(recvcounts), OC_LIST(rdispls), recvtypes)};
    return oc_neighbor_start(OC_CALL("MPI_Ineighbor_alltoallw"), oc_run_neighbor_alltoallw,
                             &arguments, false, request);
}
