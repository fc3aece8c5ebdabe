#include "mpi/core/sized.h"
#include "mpi/type/external_check.h"

int OC_SIZED(PMPI_Pack_external_size)(const char representation[], oc_int incount,
                                      MPI_Datatype datatype, oc_bytes *size) {
    struct oc_type *type;
    MPI_Count external;
    int error = oc_enter(OC_CALL("MPI_Pack_external_size"));
    if (error || (error = oc_check_representation(representation)) ||
        (error = oc_check_result(NULL, size)) || (error = oc_check_count(NULL, incount)) ||
        (error = oc_check_committed(NULL, datatype, &type)) ||
        (error = oc_check_external(type, incount, &external)))
        return error;
    *size = (oc_bytes)external;
    return MPI_SUCCESS;
}
