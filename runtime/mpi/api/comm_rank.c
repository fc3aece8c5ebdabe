#include "mpi/api/alias.h"
#include "mpi/error/check.h"

int PMPI_Comm_rank(MPI_Comm handle, int *rank) {
    struct oc_communicator *comm;
    int error = oc_enter_comm("MPI_Comm_rank", handle, &comm);
    if (error || (error = oc_check_result(comm, rank)))
        return error;
    *rank = comm->rank;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_rank);
