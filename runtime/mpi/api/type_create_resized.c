#include "mpi/api/alias.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                             MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter("MPI_Type_create_resized");
    if (error || (error = oc_check_constructor(newtype, 0, oldtype, &old)))
        return error;
    struct oc_contents *contents = oc_contents_new(MPI_COMBINER_RESIZED, 0, 2, 1);
    if (contents) {
        oc_contents_add_addresses(contents, (MPI_Aint[]){lb, extent}, 2);
        oc_contents_add_type(contents, old);
    }
    return oc_construct(oc_type_copy(old, true, lb, (MPI_Count)lb + extent), contents, newtype);
}

OC_ALIAS(MPI_Type_create_resized);
