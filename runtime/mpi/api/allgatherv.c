#include "mpi/collective/allgather.h"
#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

int OC_SIZED(PMPI_Allgatherv)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                              void *recvbuf, const oc_int recvcounts[], const oc_displ displs[],
                              MPI_Datatype recvtype, MPI_Comm handle) {
    struct oc_rank_blocks all =
        oc_blocks_v(recvbuf, OC_LIST(recvcounts), OC_LIST(displs), recvtype);
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Allgatherv"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.allgather(comm, sendbuf, oc_fit(sendcount, sendtype), sendtype, &all);
    int error = oc_allgather_begin(comm, sendbuf, oc_fit(sendcount, sendtype), sendtype, &all);
    if (error)
        return error;
    return oc_finish_collective(comm, oc_allgatherv(comm, &all));
}
