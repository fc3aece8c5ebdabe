#include "mpi/topology/cart.h"
#include "mpi/topology/check.h"

int PMPI_Cart_get(MPI_Comm handle, int maxdims, int dims[], int periods[], int coords[]) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Cart_get", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_CART, &topology);
    if (error || (error = oc_check_room(comm, maxdims, dims, topology->cart.count)) ||
        (error = oc_check_room(comm, maxdims, periods, topology->cart.count)) ||
        (error = oc_check_room(comm, maxdims, coords, topology->cart.count)))
        return error;
    for (int i = 0; i < topology->cart.count; i++) {
        dims[i] = topology->cart.dims[i];
        periods[i] = topology->cart.periods[i];
        coords[i] = oc_cart_coordinate(topology, comm->rank, i);
    }
    return MPI_SUCCESS;
}
