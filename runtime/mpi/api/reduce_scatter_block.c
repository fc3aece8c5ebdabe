#include "mpi/api/alias.h"
#include "mpi/collective/reduce_scatter.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                              MPI_Op op, MPI_Comm handle) {
    struct oc_shares shares = {.count = recvcount};
    struct oc_communicator *comm = oc_enter_comm("MPI_Reduce_scatter_block", handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (recvcount < 0)
        return oc_raise(comm, MPI_ERR_COUNT, "count # is negative|0 or more", recvcount, 0);
    return oc_reduce_scatter(comm, sendbuf, recvbuf, &shares, type, op);
}

OC_ALIAS(MPI_Reduce_scatter_block);
