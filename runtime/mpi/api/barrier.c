#include "mpi/api/alias.h"
#include "mpi/collective/collective.h"
#include "mpi/error/check.h"

int PMPI_Barrier(MPI_Comm handle) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Barrier", handle);
    if (!comm)
        return MPI_ERR_COMM;
    return oc_finish_collective(comm, oc_barrier_dissemination(comm));
}

OC_ALIAS(MPI_Barrier);
