#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_check_distinct(const struct oc_communicator *comm, const void *send, const void *receive) {
    /* With MPI_BOTTOM, the datatypes contain the addresses, so equal pointers are not an error. */
    if (send != receive || send == MPI_BOTTOM)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_BUFFER,
                    "send and receive buffer are both 0x$|two buffers, or MPI_IN_PLACE",
                    (long)(intptr_t)send, 0);
}
