#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

int OC_SIZED(PMPI_Type_create_hvector)(oc_int count, oc_int blocklength, oc_bytes stride,
                                       MPI_Datatype oldtype, MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter(OC_CALL("MPI_Type_create_hvector"));
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)) ||
        (error = oc_check_lengths(OC_LIST(&blocklength), 1)))
        return error;
    struct oc_contents *contents = oc_contents_sized(MPI_COMBINER_HVECTOR, 0, 2, 1, 1);
    if (contents) {
        oc_contents_add_sized(contents, (oc_int[]){count, blocklength}, 2);
        oc_contents_add_bytes(contents, &stride, 1);
        oc_contents_add_type(contents, old);
    }
    return oc_construct(oc_construct_rows(count, blocklength, stride, 1, old), contents, newtype);
}
