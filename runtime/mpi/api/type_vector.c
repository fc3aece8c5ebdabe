#include "mpi/api/alias.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
                     MPI_Datatype *newtype) {
    struct oc_type *old, *type = NULL;
    MPI_Aint bytes;
    int error = oc_enter("MPI_Type_vector");
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)) ||
        (error = oc_check_lengths(&blocklength, 1)))
        return error;
    struct oc_contents *contents = oc_contents_new(MPI_COMBINER_VECTOR, 3, 0, 1);
    if (contents) {
        oc_contents_add_integers(contents, (int[]){count, blocklength, stride}, 3);
        oc_contents_add_type(contents, old);
    }
    if (oc_construct_scale(stride, oc_type_extent(old), &bytes))
        type = oc_construct_rows((size_t)count, (size_t)blocklength, bytes, old);
    return oc_construct(type, contents, newtype);
}

OC_ALIAS(MPI_Type_vector);
