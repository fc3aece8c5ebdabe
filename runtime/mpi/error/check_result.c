#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_check_result(const struct oc_communicator *comm, const void *pointer) {
    if (pointer)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_ARG, "null for a result|its address", 0, 0);
}
