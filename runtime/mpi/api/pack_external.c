#include "mpi/core/sized.h"
#include "mpi/type/external.h"
#include "mpi/type/external_check.h"
#include "mpi/type/position.h"

int OC_SIZED(PMPI_Pack_external)(const char representation[], const void *inbuf, oc_int incount,
                                 MPI_Datatype datatype, void *outbuf, oc_bytes outsize,
                                 oc_bytes *position) {
    struct oc_type *type;
    size_t bytes;
    MPI_Count external;
    int error = oc_enter(OC_CALL("MPI_Pack_external"));
    if (error || (error = oc_check_representation(representation)) ||
        (error = oc_check_result(NULL, position)) ||
        (error = oc_check_elements(NULL, inbuf, incount, datatype, &type, &bytes)) ||
        (error = oc_check_external(type, incount, &external)) ||
        (error = oc_check_position(NULL, outbuf, outsize, *position, (size_t)external)))
        return error;
    char *to = (char *)outbuf + *position;
    *position += (oc_bytes)external;
    return oc_check_exact(oc_external_pack(type, inbuf, (size_t)incount, to));
}
