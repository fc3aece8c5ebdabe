#include "mpi/comm/check.h"
#include "mpi/comm/dup.h"

int PMPI_Comm_dup(MPI_Comm handle, MPI_Comm *newcomm) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_dup", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, newcomm);
    return error ? error : oc_dup(comm, NULL, newcomm);
}
