#include "mpi/collective/reduce_scatter.h"
#include "mpi/api/alias.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

static int check_counts(const struct oc_communicator *comm, const int counts[]) {
    if (!counts)
        return oc_raise(comm, MPI_ERR_ARG, "counts are null|an array of # integers", comm->size, 0);
    for (int rank = 0; rank < comm->size; rank++)
        if (counts[rank] < 0)
            return oc_raise(comm, MPI_ERR_COUNT, "count # of rank # is negative|0 or more",
                            counts[rank], rank);
    return MPI_SUCCESS;
}

int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MPI_Datatype type, MPI_Op op, MPI_Comm handle) {
    struct oc_shares shares = {.counts = recvcounts};
    struct oc_communicator *comm = oc_enter_comm("MPI_Reduce_scatter", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = check_counts(comm, recvcounts);
    return error ? error : oc_reduce_scatter(comm, sendbuf, recvbuf, &shares, type, op);
}

OC_ALIAS(MPI_Reduce_scatter);
