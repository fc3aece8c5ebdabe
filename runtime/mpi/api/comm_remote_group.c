#include "mpi/comm/check.h"
#include "mpi/comm/groups.h"

int PMPI_Comm_remote_group(MPI_Comm handle, MPI_Group *group) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_remote_group", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_inter(comm);
    if (error || (error = oc_check_result(comm, group)))
        return error;
    *group = oc_group_handle(oc_group_hold(oc_peers_of(comm)));
    return MPI_SUCCESS;
}
