#include <stdlib.h>

#include "mpi/topology/check.h"
#include "mpi/topology/dims.h"

/* Counts the dimensions whose size the user has left open, and computes the product that their
 * sizes must have. */
static int check(int nodes, int ndims, const int dims[], int *free_dims, int *rest) {
    if (nodes < 1)
        return oc_raise(NULL, MPI_ERR_ARG, "the number of nodes is #|1 or more", nodes, 0);
    if (ndims < 0)
        return oc_raise(NULL, MPI_ERR_DIMS, "the number of dimensions is #|0 or more", ndims, 0);
    int error = oc_check_array(NULL, ndims, dims);
    if (error)
        return error;
    *rest = nodes;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 0)
            return oc_raise(NULL, MPI_ERR_DIMS, "dimension # has length #|0 (free) or more", i,
                            dims[i]);
        *free_dims += !dims[i];
        if (dims[i] && *rest % dims[i])
            return oc_raise(
                NULL, MPI_ERR_DIMS,
                "# nodes cannot be split by a length of #|lengths whose product divides the nodes",
                nodes, dims[i]);
        if (dims[i])
            *rest /= dims[i];
    }
    if (!*free_dims && ndims && *rest != 1)
        return oc_raise(NULL, MPI_ERR_DIMS,
                        "the product of the lengths is not # but 1/# of it, and no dimension is "
                        "free|a dimension of 0",
                        nodes, *rest);
    return MPI_SUCCESS;
}

int PMPI_Dims_create(int nodes, int ndims, int dims[]) {
    int error = oc_enter("MPI_Dims_create"), free_dims = 0, rest = 0;
    if (!error)
        error = check(nodes, ndims, dims, &free_dims, &rest);
    if (error || !free_dims)
        return error;
    int *lengths = malloc((size_t)free_dims * sizeof *lengths);
    if (!lengths || !oc_dims_balance(rest, free_dims, lengths)) {
        free(lengths);
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for # dimensions", ndims, 0);
    }
    for (int i = 0, next = 0; i < ndims; i++)
        if (!dims[i])
            dims[i] = lengths[next++];
    free(lengths);
    return MPI_SUCCESS;
}
