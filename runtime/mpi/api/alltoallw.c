#include "mpi/api/alias.h"
#include "mpi/collective/alltoall.h"
#include "mpi/error/check.h"

int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm handle) {
    struct oc_rank_blocks from = oc_blocks_w(sendbuf, sendcounts, sdispls, sendtypes);
    struct oc_rank_blocks to = oc_blocks_w(recvbuf, recvcounts, rdispls, recvtypes);
    struct oc_communicator *comm = oc_enter_comm("MPI_Alltoallw", handle);
    return comm ? oc_alltoall(comm, &from, &to) : MPI_ERR_COMM;
}

OC_ALIAS(MPI_Alltoallw);
