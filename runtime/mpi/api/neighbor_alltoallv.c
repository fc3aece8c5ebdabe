#include "mpi/api/alias.h"
#include "mpi/collective/neighbor.h"
#include "mpi/error/check.h"

int PMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                            MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                            const int rdispls[], MPI_Datatype recvtype, MPI_Comm handle) {
    struct oc_rank_blocks from = oc_blocks_v(sendbuf, sendcounts, sdispls, sendtype);
    struct oc_rank_blocks to = oc_blocks_v(recvbuf, recvcounts, rdispls, recvtype);
    struct oc_communicator *comm = oc_enter_intra("MPI_Neighbor_alltoallv", handle);
    return comm ? oc_neighbor(comm, &from, &to) : MPI_ERR_COMM;
}

OC_ALIAS(MPI_Neighbor_alltoallv);
