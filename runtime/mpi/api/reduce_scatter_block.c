#include "mpi/collective/reduce_scatter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int OC_SIZED(PMPI_Reduce_scatter_block)(const void *sendbuf, void *recvbuf, oc_int recvcount,
                                        MPI_Datatype type, MPI_Op op, MPI_Comm handle) {
    ptrdiff_t count = oc_fit(recvcount, type);
    struct oc_shares shares = {.count = (size_t)count};
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Reduce_scatter_block"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (count < 0)
        return oc_raise(comm, MPI_ERR_COUNT, "count # is invalid|0 or more", count, 0);
    return oc_reduce_scatter(comm, sendbuf, recvbuf, &shares, type, op);
}
