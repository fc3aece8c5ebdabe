#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_check_root(const struct oc_communicator *comm, int root) {
    if (root >= 0 && root < comm->size)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_ROOT, "root # is out of range|0 to #", root, comm->size - 1);
}
