#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

int OC_SIZED(PMPI_Type_vector)(oc_int count, oc_int blocklength, oc_int stride,
                               MPI_Datatype oldtype, MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter(OC_CALL("MPI_Type_vector"));
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)) ||
        (error = oc_check_lengths(OC_LIST(&blocklength), 1)))
        return error;
    struct oc_contents *contents = oc_contents_sized(MPI_COMBINER_VECTOR, 0, 3, 0, 1);
    if (contents) {
        oc_contents_add_sized(contents, (oc_int[]){count, blocklength, stride}, 3);
        oc_contents_add_type(contents, old);
    }
    struct oc_type *type = oc_construct_rows(count, blocklength, stride, oc_type_extent(old), old);
    return oc_construct(type, contents, newtype);
}
