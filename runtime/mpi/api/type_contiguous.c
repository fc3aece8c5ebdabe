#include "mpi/api/alias.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter("MPI_Type_contiguous");
    if (error || (error = oc_check_constructor(newtype, count, oldtype, &old)))
        return error;
    struct oc_contents *contents = oc_contents_new(MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    if (contents) {
        oc_contents_add_integer(contents, count);
        oc_contents_add_type(contents, old);
    }
    return oc_construct(oc_construct_rows(1, (size_t)count, 0, old), contents, newtype);
}

OC_ALIAS(MPI_Type_contiguous);
