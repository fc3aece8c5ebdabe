#include <stdlib.h>
#include <string.h>

#include "mpi/api/alias.h"
#include "mpi/comm/check.h"

/* What is too long is cut. */
int PMPI_Comm_set_name(MPI_Comm handle, const char *name) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_set_name", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, name);
    if (error)
        return error;
    char *copy = strndup(name, MPI_MAX_OBJECT_NAME - 1);
    if (!copy)
        return oc_raise(comm, MPI_ERR_NO_MEM, "no memory for a name", 0, 0);
    free(comm->name);
    comm->name = copy;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_set_name);
