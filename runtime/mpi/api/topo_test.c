#include "mpi/comm/topology.h"
#include "mpi/error/check.h"

int PMPI_Topo_test(MPI_Comm handle, int *status) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Topo_test", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, status);
    if (error)
        return error;
    *status = comm->topology ? comm->topology->kind : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
