#include "mpi/collective/alltoall.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

int OC_SIZED(PMPI_Alltoallv)(const void *sendbuf, const oc_int sendcounts[],
                             const oc_displ sdispls[], MPI_Datatype sendtype, void *recvbuf,
                             const oc_int recvcounts[], const oc_displ rdispls[],
                             MPI_Datatype recvtype, MPI_Comm handle) {
    struct oc_rank_blocks from =
        oc_blocks_v(sendbuf, OC_LIST(sendcounts), OC_LIST(sdispls), sendtype);
    struct oc_rank_blocks to =
        oc_blocks_v(recvbuf, OC_LIST(recvcounts), OC_LIST(rdispls), recvtype);
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Alltoallv"), handle);
    return comm ? oc_alltoallv(comm, &from, &to) : MPI_ERR_COMM;
}
