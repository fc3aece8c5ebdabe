#include "mpi/api/alias.h"
#include "mpi/type/check.h"
#include "mpi/type/copy.h"
#include "mpi/type/position.h"

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize,
              int *position, MPI_Comm handle) {
    struct oc_type *type;
    size_t bytes;
    struct oc_communicator *comm = oc_enter_comm("MPI_Pack", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_elements(comm, inbuf, incount, datatype, &type, &bytes);
    if (error || (error = oc_check_position(comm, outbuf, outsize, position, bytes)))
        return error;
    oc_type_pack(type, inbuf, (size_t)incount, (char *)outbuf + *position);
    *position += (int)bytes;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Pack);
