#include "mpi/core/sized.h"
#include "mpi/type/check.h"
#include "mpi/type/copy.h"
#include "mpi/type/position.h"

int OC_SIZED(PMPI_Pack)(const void *inbuf, oc_int incount, MPI_Datatype datatype, void *outbuf,
                        oc_int outsize, oc_int *position, MPI_Comm handle) {
    struct oc_type *type;
    size_t bytes;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Pack"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_elements(comm, inbuf, incount, datatype, &type, &bytes);
    if (error || (error = oc_check_result(comm, position)) ||
        (error = oc_check_position(comm, outbuf, outsize, *position, bytes)))
        return error;
    oc_type_pack(type, inbuf, (size_t)incount, (char *)outbuf + *position);
    *position += (oc_int)bytes;
    return MPI_SUCCESS;
}
