#include "mpi/topology/cart.h"
#include "mpi/topology/check.h"

int PMPI_Cart_coords(MPI_Comm handle, int rank, int maxdims, int coords[]) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Cart_coords", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_CART, &topology);
    if (error || (error = oc_check_rank(comm, rank)) ||
        (error = oc_check_room(comm, maxdims, coords, topology->cart.count)))
        return error;
    for (int i = 0; i < topology->cart.count; i++)
        coords[i] = oc_cart_coordinate(topology, rank, i);
    return MPI_SUCCESS;
}
