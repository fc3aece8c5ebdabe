#include "mpi/core/buffered.h"
#include "mpi/error/check.h"

int PMPI_Comm_flush_buffer(MPI_Comm handle) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_flush_buffer", handle);
    if (!comm)
        return MPI_ERR_COMM;
    oc_buffer_flush(oc_buffer_of(comm));
    return MPI_SUCCESS;
}
