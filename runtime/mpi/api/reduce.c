#include "mpi/api/alias.h"
#include "mpi/collective/collective.h"
#include "mpi/error/check.h"

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                int root, MPI_Comm handle) {
    oc_reduction *reduction;
    size_t bytes;
    struct oc_communicator *comm = oc_enter_comm("MPI_Reduce", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_root(comm, root);
    if (error)
        return error;
    bool is_root = comm->rank == root;
    const void *mine = is_root && sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    if ((error = oc_check_data(comm, mine, count, type, &bytes)) ||
        (error = oc_check_reduction(comm, op, type, &reduction)))
        return error;
    if (is_root && count &&
        ((error = oc_check_data(comm, recvbuf, count, type, &bytes)) ||
         (error = oc_check_distinct(comm, sendbuf, recvbuf))))
        return error;
    return oc_finish_collective(
        comm, oc_reduce_binomial(comm, mine, recvbuf, (size_t)count, bytes, reduction, root));
}

OC_ALIAS(MPI_Reduce);
