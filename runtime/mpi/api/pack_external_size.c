#include "mpi/api/alias.h"
#include "mpi/type/external_check.h"

int PMPI_Pack_external_size(const char representation[], int incount, MPI_Datatype datatype,
                            MPI_Aint *size) {
    struct oc_type *type;
    MPI_Count external;
    int error = oc_enter("MPI_Pack_external_size");
    if (error || (error = oc_check_representation(representation)) ||
        (error = oc_check_result(NULL, size)) || (error = oc_check_count(NULL, incount)) ||
        (error = oc_check_committed(NULL, datatype, &type)) ||
        (error = oc_check_external(type, incount, &external)))
        return error;
    *size = (MPI_Aint)external;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Pack_external_size);
