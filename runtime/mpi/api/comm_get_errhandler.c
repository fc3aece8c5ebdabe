#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"

int PMPI_Comm_get_errhandler(MPI_Comm handle, MPI_Errhandler *errhandler) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_get_errhandler", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, errhandler);
    if (error)
        return error;
    *errhandler = oc_errhandler_give(comm->errhandler);
    return MPI_SUCCESS;
}
