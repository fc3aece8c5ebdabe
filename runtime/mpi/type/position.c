#include "mpi/type/position.h"

#include "mpi/error/raise.h"

int oc_check_position(const struct oc_communicator *comm, const void *packed, MPI_Count size,
                      MPI_Count position, size_t bytes) {
    if (size < 0 || position < 0 || position > size)
        return oc_raise(comm, MPI_ERR_ARG,
                        "position # is outside of a packed buffer of # bytes|0 to its size",
                        (long)position, (long)size);
    if (bytes && !packed)
        return oc_raise(comm, MPI_ERR_BUFFER, "a packed buffer is null|# bytes of memory",
                        (long)size, 0);
    if (bytes > (size_t)(size - position))
        return oc_raise(comm, MPI_ERR_TRUNCATE,
                        "# bytes do not fit # that are left in the packed buffer|as much room",
                        (long)bytes, (long)(size - position));
    return MPI_SUCCESS;
}
