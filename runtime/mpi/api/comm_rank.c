#include "mpi/api/alias.h"
#include "mpi/error/check.h"

__attribute__((noinline, cold)) static int rank_in(MPI_Comm handle, int *rank) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_rank", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, rank);
    if (error)
        return error;
    *rank = comm->rank;
    return MPI_SUCCESS;
}

int PMPI_Comm_rank(MPI_Comm handle, int *rank) {
    if (handle != oc_process.world || !rank)
        return rank_in(handle, rank);
    *rank = oc_comm_world.rank;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_rank);
