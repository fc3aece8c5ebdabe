#include "mpi/api/alias.h"
#include "mpi/type/external.h"
#include "mpi/type/external_check.h"
#include "mpi/type/position.h"

int PMPI_Unpack_external(const char representation[], const void *inbuf, MPI_Aint insize,
                         MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype) {
    struct oc_type *type;
    size_t bytes;
    MPI_Count external;
    int error = oc_enter("MPI_Unpack_external");
    if (error || (error = oc_check_representation(representation)) ||
        (error = oc_check_result(NULL, position)) ||
        (error = oc_check_elements(NULL, outbuf, outcount, datatype, &type, &bytes)) ||
        (error = oc_check_external(type, outcount, &external)) ||
        (error = oc_check_position_from(NULL, inbuf, insize, *position, (size_t)external)))
        return error;
    const char *from = (const char *)inbuf + *position;
    *position += (MPI_Aint)external;
    return oc_check_exact(oc_external_unpack(type, outbuf, (size_t)outcount, from));
}

OC_ALIAS(MPI_Unpack_external);
