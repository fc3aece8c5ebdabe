#include "mpi/topology/cart.h"
#include "mpi/topology/check.h"

int oc_check_cart(const struct oc_communicator *comm, int count, const int dims[],
                  const int periods[]) {
    if (count < 0)
        return oc_raise(comm, MPI_ERR_DIMS, "the number of dimensions is #|0 or more", count, 0);
    int error = oc_check_array(comm, count, dims);
    if (error || (error = oc_check_array(comm, count, periods)))
        return error;
    for (int i = 0; i < count; i++)
        if (dims[i] < 1)
            return oc_raise(comm, MPI_ERR_DIMS, "dimension # has length #|1 or more", i, dims[i]);
    int nodes = oc_cart_nodes(count, dims);
    if (nodes > comm->size)
        return oc_raise(comm, MPI_ERR_ARG, "the grid has # processes|at most #", nodes, comm->size);
    return MPI_SUCCESS;
}
