#include "mpi/api/alias.h"
#include "mpi/collective/neighbor.h"
#include "mpi/error/check.h"

int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm handle) {
    struct oc_rank_blocks from = oc_blocks_uniform(sendbuf, sendcount, sendtype);
    struct oc_rank_blocks to = oc_blocks_uniform(recvbuf, recvcount, recvtype);
    struct oc_communicator *comm = oc_enter_intra("MPI_Neighbor_alltoall", handle);
    return comm ? oc_neighbor(comm, &from, &to) : MPI_ERR_COMM;
}

OC_ALIAS(MPI_Neighbor_alltoall);
