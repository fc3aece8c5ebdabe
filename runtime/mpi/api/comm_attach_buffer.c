#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/request/buffer.h"

int OC_SIZED(PMPI_Comm_attach_buffer)(MPI_Comm handle, void *buffer, oc_int size) {
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Comm_attach_buffer"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    return oc_attach_buffer(comm, buffer, oc_fit(size, MPI_BYTE));
}
