#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/request/buffer.h"

int OC_SIZED(PMPI_Comm_detach_buffer)(MPI_Comm handle, void *address, oc_int *size) {
    size_t bytes;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Comm_detach_buffer"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, size);
    if (error || (error = oc_detach_buffer(comm, address, &bytes)))
        return error;
    *size = (oc_int)bytes;
    return MPI_SUCCESS;
}
