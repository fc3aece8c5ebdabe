#include "mpi/core/sized.h"
#include "mpi/type/check.h"
#include "mpi/type/copy.h"
#include "mpi/type/position.h"

int OC_SIZED(PMPI_Unpack)(const void *inbuf, oc_int insize, oc_int *position, void *outbuf,
                          oc_int outcount, MPI_Datatype datatype, MPI_Comm handle) {
    struct oc_type *type;
    size_t bytes;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Unpack"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_elements(comm, outbuf, outcount, datatype, &type, &bytes);
    if (error || (error = oc_check_result(comm, position)) ||
        (error = oc_check_position(comm, inbuf, insize, *position, bytes)))
        return error;
    oc_type_unpack(type, outbuf, (size_t)outcount, (const char *)inbuf + *position, bytes);
    *position += (oc_int)bytes;
    return MPI_SUCCESS;
}
