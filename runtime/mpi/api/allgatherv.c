#include "mpi/api/alias.h"
#include "mpi/collective/allgather.h"
#include "mpi/collective/inter/inter.h"
#include "mpi/error/check.h"

int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm handle) {
    struct oc_rank_blocks all = oc_blocks_v(recvbuf, recvcounts, displs, recvtype);
    struct oc_communicator *comm = oc_enter_comm("MPI_Allgatherv", handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.allgather(comm, sendbuf, sendcount, sendtype, &all);
    int error = oc_allgather_begin(comm, sendbuf, sendcount, sendtype, &all);
    if (error)
        return error;
    return oc_finish_collective(comm, oc_allgather_ring(comm, &all));
}

OC_ALIAS(MPI_Allgatherv);
