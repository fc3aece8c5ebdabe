#include "mpi/collective/neighbor/nonblocking.h"

int OC_SIZED(PMPI_Neighbor_alltoallw_init)(const void *sendbuf, const oc_int sendcounts[],
                                           const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                           void *recvbuf, const oc_int recvcounts[],
                                           const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                           MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    struct oc_arguments arguments = {
        .comm = comm,
        .from = oc_side_w(sendbuf, OC_LIST(sendcounts), OC_LIST(sdispls), sendtypes),
        .to = oc_side_w(recvbuf, OC_LIST(recvcounts), OC_LIST(rdispls), recvtypes)};
    return oc_neighbor_init(OC_CALL("MPI_Neighbor_alltoallw_init"), oc_run_neighbor_alltoallw,
                            &arguments, false, info, request);
}
