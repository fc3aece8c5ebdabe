#include "mpi/api/alias.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* Ends the whole job, whatever the communicator. */
int PMPI_Abort(MPI_Comm handle, int code) {
    struct oc_communicator *comm;
    int error = oc_enter_comm("MPI_Abort", handle, &comm);
    if (error)
        return error;
    oc_die(code, "the program ends the job with code #", code, 0);
}

OC_ALIAS(MPI_Abort);
