#include "mpi/comm/groups.h"
#include "mpi/error/check.h"

int PMPI_Comm_group(MPI_Comm handle, MPI_Group *group) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_group", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, group);
    if (error)
        return error;
    *group = oc_group_handle(oc_group_hold(oc_own_group_of(comm)));
    return MPI_SUCCESS;
}
