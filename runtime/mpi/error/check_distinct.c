#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_check_distinct(const struct oc_communicator *comm, const void *send, const void *receive) {
    if (send != receive)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_BUFFER,
                    "send and receive buffer are both 0x$|two buffers, or MPI_IN_PLACE",
                    (long)(intptr_t)send, 0);
}
