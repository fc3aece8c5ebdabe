#include "mpi/collective/nonblocking/flush.h"
#include "mpi/error/check.h"

int PMPI_Comm_iflush_buffer(MPI_Comm handle, MPI_Request *request) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_iflush_buffer", handle);
    return comm ? oc_iflush("MPI_Comm_iflush_buffer", comm, request) : MPI_ERR_COMM;
}
