#include "mpi/type/check.h"

/* Marks the datatype as committed. Nothing else is left to do, because the layout was computed when
 * the datatype was made. */
int PMPI_Type_commit(MPI_Datatype *datatype) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_commit");
    if (error || (error = oc_check_result(NULL, datatype)) ||
        (error = oc_check_type(NULL, *datatype, &type)))
        return error;
    type->committed = true;
    return MPI_SUCCESS;
}
