#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"

int oc_check_errhandler(const struct oc_communicator *comm, MPI_Errhandler handle) {
    if (oc_errhandler_is_predefined(handle) || oc_errhandler_find(handle))
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_ERRHANDLER,
                    "error handler 0x$ is invalid|a predefined one, or one that has not been "
                    "freed",
                    (long)(intptr_t)handle, 0);
}
