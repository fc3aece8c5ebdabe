#include "mpi/api/alias.h"
#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"

int PMPI_Comm_set_errhandler(MPI_Comm handle, MPI_Errhandler errhandler) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_set_errhandler", handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (!oc_errhandler_is_predefined(errhandler) && !oc_errhandler_find(errhandler))
        return oc_raise(comm, MPI_ERR_ERRHANDLER,
                        "error handler $ is invalid; right: a predefined one, or one that has not "
                        "been freed",
                        (long)(intptr_t)errhandler, 0);
    oc_errhandler_set(comm, errhandler);
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_set_errhandler);
