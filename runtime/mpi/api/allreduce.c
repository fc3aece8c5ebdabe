#include <string.h>

#include "mpi/api/alias.h"
#include "mpi/collective/collective.h"
#include "mpi/error/check.h"

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm handle) {
    oc_reduction *reduction;
    size_t bytes;
    struct oc_communicator *comm = oc_enter_comm("MPI_Allreduce", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error;
    if ((error = oc_check_data(comm, recvbuf, count, type, &bytes)) ||
        (error = oc_check_reduction(comm, op, type, &reduction)))
        return error;
    if (sendbuf != MPI_IN_PLACE && count) {
        if ((error = oc_check_data(comm, sendbuf, count, type, &bytes)) ||
            (error = oc_check_distinct(comm, sendbuf, recvbuf)))
            return error;
        memcpy(recvbuf, sendbuf, bytes);
    }
    return oc_finish_collective(
        comm, oc_allreduce_doubling(comm, recvbuf, (size_t)count, bytes, reduction));
}

OC_ALIAS(MPI_Allreduce);
