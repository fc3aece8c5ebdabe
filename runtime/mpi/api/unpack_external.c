#include "mpi/core/sized.h"
#include "mpi/type/external.h"
#include "mpi/type/external_check.h"
#include "mpi/type/position.h"

int OC_SIZED(PMPI_Unpack_external)(const char representation[], const void *inbuf, oc_bytes insize,
                                   oc_bytes *position, void *outbuf, oc_int outcount,
                                   MPI_Datatype datatype) {
    struct oc_type *type;
    size_t bytes;
    MPI_Count external;
    int error = oc_enter(OC_CALL("MPI_Unpack_external"));
    if (error || (error = oc_check_representation(representation)) ||
        (error = oc_check_result(NULL, position)) ||
        (error = oc_check_elements(NULL, outbuf, outcount, datatype, &type, &bytes)) ||
        (error = oc_check_external(type, outcount, &external)) ||
        (error = oc_check_position(NULL, inbuf, insize, *position, (size_t)external)))
        return error;
    const char *from = (const char *)inbuf + *position;
    *position += (oc_bytes)external;
    return oc_check_exact(oc_external_unpack(type, outbuf, (size_t)outcount, from));
}
