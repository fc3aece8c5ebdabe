#include "mpi/topology/cart.h"
#include "mpi/topology/check.h"

int PMPI_Cart_rank(MPI_Comm handle, const int coords[], int *rank) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Cart_rank", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_CART, &topology);
    if (error || (error = oc_check_array(comm, topology->cart.count, coords)) ||
        (error = oc_check_result(comm, rank)))
        return error;
    int at = 0;
    for (int i = 0; i < topology->cart.count; i++) {
        if ((at = oc_cart_step(topology, at, i, coords[i])) == MPI_PROC_NULL)
            return oc_raise(comm, MPI_ERR_ARG,
                            "coordinate # is out of range|0 to # in a dimension that does "
                            "not wrap round",
                            coords[i], topology->cart.dims[i] - 1);
    }
    *rank = at;
    return MPI_SUCCESS;
}
