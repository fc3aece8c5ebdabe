#include "mpi/api/alias.h"
#include "mpi/error/check.h"

int PMPI_Comm_rank(MPI_Comm handle, int *rank) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_rank", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, rank);
    if (error)
        return error;
    *rank = comm->rank;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_rank);
