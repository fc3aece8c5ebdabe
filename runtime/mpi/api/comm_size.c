#include "mpi/api/alias.h"
#include "mpi/error/check.h"

int PMPI_Comm_size(MPI_Comm handle, int *size) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_size", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, size);
    if (error)
        return error;
    *size = comm->size;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_size);
