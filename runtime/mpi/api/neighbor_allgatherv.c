#include "mpi/api/alias.h"
#include "mpi/collective/neighbor.h"
#include "mpi/error/check.h"

int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int displs[],
                             MPI_Datatype recvtype, MPI_Comm handle) {
    struct oc_rank_blocks from = oc_blocks_same(sendbuf, sendcount, sendtype);
    struct oc_rank_blocks to = oc_blocks_v(recvbuf, recvcounts, displs, recvtype);
    struct oc_communicator *comm = oc_enter_intra("MPI_Neighbor_allgatherv", handle);
    return comm ? oc_neighbor(comm, &from, &to) : MPI_ERR_COMM;
}

OC_ALIAS(MPI_Neighbor_allgatherv);
