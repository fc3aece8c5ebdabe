#include "mpi/api/alias.h"
#include "mpi/collective/neighbor.h"
#include "mpi/error/check.h"

int PMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                            const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                            const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                            MPI_Comm handle) {
    struct oc_rank_blocks from = oc_blocks_neighbor_w(sendbuf, sendcounts, sdispls, sendtypes);
    struct oc_rank_blocks to = oc_blocks_neighbor_w(recvbuf, recvcounts, rdispls, recvtypes);
    struct oc_communicator *comm = oc_enter_intra("MPI_Neighbor_alltoallw", handle);
    return comm ? oc_neighbor(comm, &from, &to) : MPI_ERR_COMM;
}

OC_ALIAS(MPI_Neighbor_alltoallw);
