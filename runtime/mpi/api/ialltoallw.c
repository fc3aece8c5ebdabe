#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Ialltoallw)(const void *sendbuf, const oc_int sendcounts[],
                              const oc_displ sdispls[], const MPI_Datatype sendtypes[],
                              void *recvbuf, const oc_int recvcounts[], const oc_displ rdispls[],
                              const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) {
    struct oc_arguments arguments = {
        .comm = comm,
        .from = oc_side_w(sendbuf, OC_LIST(sendcounts), OC_LIST(sdispls), sendtypes),
        .to = oc_side_w(recvbuf, OC_LIST(recvcounts), OC_LIST(rdispls), recvtypes)};
    return oc_collective_start(OC_CALL("MPI_Ialltoallw"), oc_run_alltoallw, &arguments, request);
}
