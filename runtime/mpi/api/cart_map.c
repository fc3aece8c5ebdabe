#include "mpi/topology/cart.h"
#include "mpi/topology/check.h"

int PMPI_Cart_map(MPI_Comm handle, int ndims, const int dims[], const int periods[], int *newrank) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Cart_map", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_intra(comm);
    if (error || (error = oc_check_cart(comm, ndims, dims, periods)) ||
        (error = oc_check_result(comm, newrank)))
        return error;
    *newrank = comm->rank < oc_cart_nodes(ndims, dims) ? comm->rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
