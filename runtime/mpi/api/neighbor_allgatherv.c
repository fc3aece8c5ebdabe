#include "mpi/collective/neighbor/neighbor.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

int OC_SIZED(PMPI_Neighbor_allgatherv)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                                       void *recvbuf, const oc_int recvcounts[],
                                       const oc_displ displs[], MPI_Datatype recvtype,
                                       MPI_Comm handle) {
    struct oc_rank_blocks from = oc_blocks_same(sendbuf, oc_fit(sendcount, sendtype), sendtype);
    struct oc_rank_blocks to = oc_blocks_v(recvbuf, OC_LIST(recvcounts), OC_LIST(displs), recvtype);
    struct oc_communicator *comm = oc_enter_intra(OC_CALL("MPI_Neighbor_allgatherv"), handle);
    return comm ? oc_neighbor(comm, &from, &to) : MPI_ERR_COMM;
}
