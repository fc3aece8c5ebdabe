#include "mpi/comm/check.h"
#include "mpi/comm/dup.h"

int PMPI_Comm_idup(MPI_Comm handle, MPI_Comm *newcomm, MPI_Request *request) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_idup", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, newcomm);
    if (error || (error = oc_check_result(comm, request)))
        return error;
    return oc_idup("MPI_Comm_idup", comm, NULL, newcomm, request);
}
