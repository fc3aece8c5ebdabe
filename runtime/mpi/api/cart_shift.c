#include <limits.h>

#include "mpi/topology/cart.h"
#include "mpi/topology/check.h"

int PMPI_Cart_shift(MPI_Comm handle, int direction, int steps, int *source, int *destination) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Cart_shift", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_CART, &topology);
    if (error || (error = oc_check_result(comm, source)) ||
        (error = oc_check_result(comm, destination)))
        return error;
    if (direction < 0 || direction >= topology->cart.count)
        return oc_raise(comm, MPI_ERR_DIMS, "direction # is out of range|0 to #", direction,
                        topology->cart.count - 1);
    if (steps == INT_MIN)
        return oc_raise(comm, MPI_ERR_ARG, "displacement # cannot be negated|another number", steps,
                        0);
    *source = oc_cart_step(topology, comm->rank, direction, -steps);
    *destination = oc_cart_step(topology, comm->rank, direction, steps);
    return MPI_SUCCESS;
}
