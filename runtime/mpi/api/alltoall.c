#include "mpi/collective/alltoall.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"

int OC_SIZED(PMPI_Alltoall)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, oc_int recvcount, MPI_Datatype recvtype,
                            MPI_Comm handle) {
    struct oc_rank_blocks from = oc_blocks_uniform(sendbuf, oc_fit(sendcount, sendtype), sendtype);
    struct oc_rank_blocks to = oc_blocks_uniform(recvbuf, oc_fit(recvcount, recvtype), recvtype);
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Alltoall"), handle);
    return comm ? oc_alltoall(comm, &from, &to) : MPI_ERR_COMM;
}
