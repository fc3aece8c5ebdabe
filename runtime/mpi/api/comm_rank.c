#include "mpi/error/check.h"

int PMPI_Comm_rank(MPI_Comm handle, int *rank) {
    if (handle != oc_process.world || (OC_CHECKS && !rank))
        return oc_give_member(handle, rank, "MPI_Comm_rank",
                              offsetof(struct oc_communicator, rank));
    *rank = oc_comm_world.rank;
    return MPI_SUCCESS;
}
