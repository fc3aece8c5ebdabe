#include "mpi/collective/allgather.h"
#include "mpi/api/alias.h"
#include "mpi/collective/choose.h"
#include "mpi/collective/inter/inter.h"
#include "mpi/error/check.h"

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm handle) {
    struct oc_rank_blocks all = oc_blocks_uniform(recvbuf, recvcount, recvtype);
    struct oc_communicator *comm = oc_enter_comm("MPI_Allgather", handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.allgather(comm, sendbuf, sendcount, sendtype, &all);
    int error = oc_allgather_begin(comm, sendbuf, sendcount, sendtype, &all);
    if (error)
        return error;
    return oc_finish_collective(comm, oc_allgather(comm, &all));
}

OC_ALIAS(MPI_Allgather);
