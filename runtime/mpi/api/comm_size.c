#include "mpi/api/alias.h"
#include "mpi/error/check.h"

__attribute__((noinline, cold)) static int size_of(MPI_Comm handle, int *size) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_size", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, size);
    if (error)
        return error;
    *size = comm->size;
    return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm handle, int *size) {
    if (handle != oc_process.world || !size)
        return size_of(handle, size);
    *size = oc_comm_world.size;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_size);
