#include "mpi/api/alias.h"
#include "mpi/collective/collective.h"
#include "mpi/error/check.h"

int PMPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm handle) {
    size_t bytes;
    struct oc_communicator *comm = oc_enter_comm("MPI_Bcast", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error;
    if ((error = oc_check_data(comm, buffer, count, type, &bytes)) ||
        (error = oc_check_root(comm, root)))
        return error;
    return oc_finish_collective(comm, oc_bcast_binomial(comm, buffer, bytes, root));
}

OC_ALIAS(MPI_Bcast);
