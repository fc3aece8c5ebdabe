#include "mpi/collective/reduce_scatter.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

static int check_counts(const struct oc_communicator *comm, const oc_int counts[],
                        MPI_Datatype type) {
    if (!counts)
        return oc_raise(comm, MPI_ERR_ARG, "counts are null|an array of # integers", comm->size, 0);
    for (int rank = 0; rank < comm->size; rank++)
        if (oc_fit(counts[rank], type) < 0)
            return oc_raise(comm, MPI_ERR_COUNT, "count # of rank # is invalid|0 or more",
                            (long)counts[rank], rank);
    return MPI_SUCCESS;
}

int OC_SIZED(PMPI_Reduce_scatter)(const void *sendbuf, void *recvbuf, const oc_int recvcounts[],
                                  MPI_Datatype type, MPI_Op op, MPI_Comm handle) {
    struct oc_shares shares = {.counts = OC_LIST(recvcounts)};
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Reduce_scatter"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = check_counts(comm, recvcounts, type);
    return error ? error : oc_reduce_scatter(comm, sendbuf, recvbuf, &shares, type, op);
}
