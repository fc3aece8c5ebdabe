#include "mpi/error/check.h"

int PMPI_Comm_size(MPI_Comm handle, int *size) {
    if (handle != oc_process.world || (OC_CHECKS && !size))
        return oc_give_member(handle, size, "MPI_Comm_size",
                              offsetof(struct oc_communicator, size));
    *size = oc_comm_world.size;
    return MPI_SUCCESS;
}
