#include "mpi/topology/cart.h"
#include "mpi/topology/check.h"
#include "mpi/topology/make.h"

/* Ranks are not reordered, even if the program allows it. */
int PMPI_Cart_create(MPI_Comm handle, int ndims, const int dims[], const int periods[], int reorder,
                     MPI_Comm *newcomm) {
    (void)reorder;
    struct oc_communicator *comm = oc_enter_comm("MPI_Cart_create", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_intra(comm);
    if (error || (error = oc_check_cart(comm, ndims, dims, periods)) ||
        (error = oc_check_result(comm, newcomm)))
        return error;
    return oc_make_topology(comm, oc_cart_new(ndims, dims, periods), oc_cart_nodes(ndims, dims),
                            NULL, NULL, newcomm);
}
