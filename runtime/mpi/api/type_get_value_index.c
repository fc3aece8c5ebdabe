#include "mpi/type/check.h"

/* Returns the pair type, for MPI_MINLOC and MPI_MAXLOC, of two predefined datatypes. Returns
 * MPI_DATATYPE_NULL if there is none (MPI 4.1, section 6.9.4). */
int PMPI_Type_get_value_index(MPI_Datatype value, MPI_Datatype index, MPI_Datatype *pair) {
    struct oc_type *type;
    int error = oc_enter("MPI_Type_get_value_index");
    if (error || (error = oc_check_result(NULL, pair)) ||
        (error = oc_check_type(NULL, value, &type)) || (error = oc_check_type(NULL, index, &type)))
        return error;
    *pair = oc_named_pair(value, index);
    return MPI_SUCCESS;
}
