#include "mpi/collective/allgather.h"
#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

int OC_SIZED(PMPI_Allgather)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, oc_int recvcount, MPI_Datatype recvtype,
                             MPI_Comm handle) {
    struct oc_rank_blocks all = oc_blocks_uniform(recvbuf, oc_fit(recvcount, recvtype), recvtype);
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Allgather"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.allgather(comm, sendbuf, oc_fit(sendcount, sendtype), sendtype, &all);
    int error = oc_allgather_begin(comm, sendbuf, oc_fit(sendcount, sendtype), sendtype, &all);
    if (error)
        return error;
    return oc_finish_collective(comm, oc_allgather(comm, &all));
}
