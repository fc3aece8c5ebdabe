#include "mpi/core/datatype.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_check_data(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                  MPI_Datatype type, size_t *bytes) {
    size_t extent = oc_datatype_extent(type);
    if (!extent && !(extent = oc_datatype_padded_extent(type)))
        return oc_raise(comm, MPI_ERR_TYPE, "datatype 0x$|a predefined one", (long)(intptr_t)type,
                        0);
    if (count < 0)
        return oc_raise(comm, MPI_ERR_COUNT, "count #|0 or more", count, 0);
    if (count && (!buffer || buffer == MPI_IN_PLACE))
        return oc_raise(comm, MPI_ERR_BUFFER, "buffer 0x$|the address of # elements",
                        (long)(intptr_t)buffer, count);
    *bytes = (size_t)count * extent;
    return MPI_SUCCESS;
}
