#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* Ends the whole job, even if the communicator has only some of the processes. */
int PMPI_Abort(MPI_Comm handle, int code) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Abort", handle);
    if (!comm)
        return MPI_ERR_COMM;
    oc_die(code, "the program ends the job with code #", code, 0);
}
