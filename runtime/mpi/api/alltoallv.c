#include "mpi/api/alias.h"
#include "mpi/collective/blocks.h"
#include "mpi/error/check.h"

int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm handle) {
    struct oc_rank_blocks from = oc_blocks_v(sendbuf, sendcounts, sdispls, sendtype);
    struct oc_rank_blocks to = oc_blocks_v(recvbuf, recvcounts, rdispls, recvtype);
    struct oc_communicator *comm = oc_enter_intra("MPI_Alltoallv", handle);
    if (!comm)
        return MPI_ERR_COMM;
    bool in_place = sendbuf == MPI_IN_PLACE;
    int error = oc_check_blocks(comm, &to);
    if (error || (!in_place && (error = oc_check_blocks(comm, &from))) ||
        (recvbuf && (error = oc_check_distinct(comm, sendbuf, recvbuf))))
        return error;
    return oc_finish_collective(comm, oc_alltoall_pairwise(comm, in_place ? NULL : &from, &to));
}

OC_ALIAS(MPI_Alltoallv);
