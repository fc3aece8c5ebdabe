#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

int OC_SIZED(PMPI_Type_contiguous)(oc_int count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter(OC_CALL("MPI_Type_contiguous"));
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)))
        return error;
    struct oc_contents *contents = oc_contents_sized(MPI_COMBINER_CONTIGUOUS, 0, 1, 0, 1);
    if (contents) {
        oc_contents_add_sized(contents, &count, 1);
        oc_contents_add_type(contents, old);
    }
    return oc_construct(oc_construct_rows(1, count, 0, 1, old), contents, newtype);
}
