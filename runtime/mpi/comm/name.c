#include "mpi/comm/name.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/text.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_communicator_set_name(struct oc_communicator *comm, const char *name) {
    int error = oc_check_result(comm, name);
    if (error)
        return error;
    char *copy = oc_copy_of_text(name, MPI_MAX_OBJECT_NAME - 1);
    if (!copy)
        return oc_raise(comm, MPI_ERR_NO_MEM, "no memory for a name", 0, 0);
    free(comm->name);
    comm->name = copy;
    return MPI_SUCCESS;
}
