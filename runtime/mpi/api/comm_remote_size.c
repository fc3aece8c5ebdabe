#include "mpi/comm/check.h"

int PMPI_Comm_remote_size(MPI_Comm handle, int *size) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_remote_size", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_inter(comm);
    if (error || (error = oc_check_result(comm, size)))
        return error;
    *size = comm->peers;
    return MPI_SUCCESS;
}
