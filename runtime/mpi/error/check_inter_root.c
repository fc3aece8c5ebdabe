#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_check_inter_root(const struct oc_communicator *comm, int root) {
    if ((root >= 0 && root < comm->peers) || root == MPI_ROOT || root == MPI_PROC_NULL)
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_ROOT,
                    "root # is out of range|MPI_ROOT at the root, MPI_PROC_NULL in the "
                    "rest of its group, 0 to # in the other group",
                    root, comm->peers - 1);
}
