#include "mpi/collective/alltoall.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

int OC_SIZED(PMPI_Alltoallw)(const void *sendbuf, const oc_int sendcounts[],
                             const oc_displ sdispls[], const MPI_Datatype sendtypes[],
                             void *recvbuf, const oc_int recvcounts[], const oc_displ rdispls[],
                             const MPI_Datatype recvtypes[], MPI_Comm handle) {
    struct oc_rank_blocks from =
        oc_blocks_w(sendbuf, OC_LIST(sendcounts), OC_LIST(sdispls), sendtypes);
    struct oc_rank_blocks to =
        oc_blocks_w(recvbuf, OC_LIST(recvcounts), OC_LIST(rdispls), recvtypes);
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Alltoallw"), handle);
    return comm ? oc_alltoallv(comm, &from, &to) : MPI_ERR_COMM;
}
