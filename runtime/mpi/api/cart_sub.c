#include "mpi/topology/cart.h"
#include "mpi/topology/check.h"
#include "mpi/topology/make.h"

/* A slice of the Cartesian topology: the ranks whose coordinates differ from those of `rank` only
 * in the remaining dimensions. */
struct slice {
    const struct oc_topology *topology;
    const int *remain;
    int rank;
};

static bool is_in_slice(const void *what, int rank) {
    const struct slice *slice = what;
    for (int i = 0; i < slice->topology->cart.count; i++)
        if (!slice->remain[i] && oc_cart_coordinate(slice->topology, rank, i) !=
                                     oc_cart_coordinate(slice->topology, slice->rank, i))
            return false;
    return true;
}

static struct oc_topology *kept_dimensions(const struct slice *slice) {
    const struct oc_topology *from = slice->topology;
    struct oc_topology *kept = oc_cart_new(from->cart.count, from->cart.dims, from->cart.periods);
    if (!kept)
        return NULL;
    kept->cart.count = 0;
    for (int i = 0; i < from->cart.count; i++) {
        if (!slice->remain[i])
            continue;
        kept->cart.dims[kept->cart.count] = from->cart.dims[i];
        kept->cart.periods[kept->cart.count++] = from->cart.periods[i];
    }
    return kept;
}

/* All ranks can compute the members of their slices, so they only need to agree on a context. */
int PMPI_Cart_sub(MPI_Comm handle, const int remain_dims[], MPI_Comm *newcomm) {
    const struct oc_topology *topology;
    struct oc_communicator *comm = oc_enter_comm("MPI_Cart_sub", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_topology(comm, MPI_CART, &topology);
    if (error || (error = oc_check_array(comm, topology->cart.count, remain_dims)) ||
        (error = oc_check_result(comm, newcomm)))
        return error;
    struct slice slice = {topology, remain_dims, comm->rank};
    return oc_make_topology(comm, kept_dimensions(&slice), comm->size, is_in_slice, &slice,
                            newcomm);
}
