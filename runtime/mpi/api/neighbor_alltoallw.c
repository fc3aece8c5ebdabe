#include "mpi/collective/neighbor/neighbor.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

int OC_SIZED(PMPI_Neighbor_alltoallw)(const void *sendbuf, const oc_int sendcounts[],
                                      const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                      void *recvbuf, const oc_int recvcounts[],
                                      const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                      MPI_Comm handle) {
    struct oc_rank_blocks from =
        oc_blocks_w(sendbuf, OC_LIST(sendcounts), OC_LIST(sdispls), sendtypes);
    struct oc_rank_blocks to =
        oc_blocks_w(recvbuf, OC_LIST(recvcounts), OC_LIST(rdispls), recvtypes);
    struct oc_communicator *comm = oc_enter_intra(OC_CALL("MPI_Neighbor_alltoallw"), handle);
    return comm ? oc_neighbor(comm, &from, &to) : MPI_ERR_COMM;
}
