#include "mpi/topology/check.h"

int PMPI_Cartdim_get(MPI_Comm handle, int *ndims) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Cartdim_get", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_CART, &topology);
    if (error || (error = oc_check_result(comm, ndims)))
        return error;
    *ndims = topology->cart.count;
    return MPI_SUCCESS;
}
