#include <stdlib.h>

#include "mpi/error/raise.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

static int check_dimension(oc_int size, oc_int subsize, oc_int start, int dimension) {
    if (size < 1 || subsize < 1 || subsize > size)
        return oc_raise(NULL, MPI_ERR_ARG,
                        "# elements do not fit dimension #|1 to the array's size", subsize,
                        dimension);
    if (start < 0 || start > size - subsize)
        return oc_raise(NULL, MPI_ERR_ARG, "start # is out of range|0 to #", start, size - subsize);
    return MPI_SUCCESS;
}

static int check(int ndims, const oc_int sizes[], const oc_int subsizes[], const oc_int starts[],
                 int order) {
    int error;
    if (ndims < 1)
        return oc_raise(NULL, MPI_ERR_ARG, "the number of dimensions is #|1 or more", ndims, 0);
    if ((error = oc_check_entries(sizes, ndims)) || (error = oc_check_entries(subsizes, ndims)) ||
        (error = oc_check_entries(starts, ndims)))
        return error;
    for (int i = 0; i < ndims; i++)
        if ((error = check_dimension(sizes[i], subsizes[i], starts[i], i)))
            return error;
    return oc_check_order(order);
}

static struct oc_type *construct(int ndims, const oc_int sizes[], const oc_int subsizes[],
                                 const oc_int starts[], int order, struct oc_type *old) {
    struct oc_dimension *dimension = malloc((size_t)ndims * sizeof *dimension);
    if (!dimension)
        return NULL;
    for (int i = 0; i < ndims; i++)
        dimension[order == MPI_ORDER_C ? ndims - 1 - i : i] = (struct oc_dimension){
            .size = sizes[i], .first = starts[i], .block = subsizes[i], .step = sizes[i]};
    struct oc_type *type = oc_construct_array(dimension, ndims, old);
    free(dimension);
    return type;
}

int OC_SIZED(PMPI_Type_create_subarray)(int ndims, const oc_int sizes[], const oc_int subsizes[],
                                        const oc_int starts[], int order, MPI_Datatype oldtype,
                                        MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter(OC_CALL("MPI_Type_create_subarray"));
    if (error || (error = oc_check_constructor(newtype, 0, oldtype, &old)) ||
        (error = check(ndims, sizes, subsizes, starts, order)))
        return error;
    size_t n = (size_t)ndims;
    struct oc_contents *contents = oc_contents_sized(MPI_COMBINER_SUBARRAY, 2, 3 * n, 0, 1);
    if (contents) {
        oc_contents_add_integer(contents, ndims);
        oc_contents_add_sized(contents, sizes, n);
        oc_contents_add_sized(contents, subsizes, n);
        oc_contents_add_sized(contents, starts, n);
        oc_contents_add_integer(contents, order);
        oc_contents_add_type(contents, old);
    }
    return oc_construct(construct(ndims, sizes, subsizes, starts, order, old), contents, newtype);
}
