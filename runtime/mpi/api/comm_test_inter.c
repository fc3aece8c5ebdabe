#include "mpi/error/check.h"

int PMPI_Comm_test_inter(MPI_Comm handle, int *flag) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_test_inter", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, flag);
    if (error)
        return error;
    *flag = comm->local != NULL;
    return MPI_SUCCESS;
}
