#include "mpi/api/alias.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int PMPI_Comm_set_errhandler(MPI_Comm handle, MPI_Errhandler errhandler) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_set_errhandler", handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (errhandler != MPI_ERRORS_ARE_FATAL && errhandler != MPI_ERRORS_ABORT &&
        errhandler != MPI_ERRORS_RETURN)
        return oc_raise(comm, MPI_ERR_ERRHANDLER,
                        "error handler $ is invalid; right: MPI_ERRORS_ARE_FATAL, "
                        "MPI_ERRORS_ABORT or MPI_ERRORS_RETURN",
                        (long)(intptr_t)errhandler, 0);
    comm->errhandler = errhandler;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_set_errhandler);
