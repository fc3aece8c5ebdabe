#include "mpi/type/check.h"

/* Only marks the type as committed, because its layout was computed when the type was made. */
int PMPI_Type_commit(MPI_Datatype *datatype) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_commit");
    if (error || (error = oc_check_result(NULL, datatype)) ||
        (error = oc_check_type(NULL, *datatype, &type)))
        return error;
    type->committed = true;
    return MPI_SUCCESS;
}
