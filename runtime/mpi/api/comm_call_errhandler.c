#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"

int PMPI_Comm_call_errhandler(MPI_Comm handle, int code) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_call_errhandler", handle);
    if (!comm)
        return MPI_ERR_COMM;
    oc_raise(comm, code, "the program calls the error handler with code #", code, 0);
    return MPI_SUCCESS;
}
