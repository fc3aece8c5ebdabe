#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

int OC_SIZED(PMPI_Type_create_resized)(MPI_Datatype oldtype, oc_bytes lb, oc_bytes extent,
                                       MPI_Datatype *newtype) {
    struct oc_type *old;
    int error = oc_enter(OC_CALL("MPI_Type_create_resized"));
    if (error || (error = oc_check_constructor(newtype, 0, oldtype, &old)))
        return error;
    struct oc_contents *contents = oc_contents_sized(MPI_COMBINER_RESIZED, 0, 0, 2, 1);
    if (contents) {
        oc_contents_add_bytes(contents, (oc_bytes[]){lb, extent}, 2);
        oc_contents_add_type(contents, old);
    }
    return oc_construct(oc_type_copy(old, true, lb, (MPI_Count)lb + extent), contents, newtype);
}
