#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"

int PMPI_Comm_set_errhandler(MPI_Comm handle, MPI_Errhandler errhandler) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_set_errhandler", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_errhandler(comm, errhandler);
    if (error)
        return error;
    oc_errhandler_set(comm, errhandler);
    return MPI_SUCCESS;
}
