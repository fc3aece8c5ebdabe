#include "mpi/comm/check.h"
#include "mpi/info/check.h"

int PMPI_Comm_get_info(MPI_Comm handle, MPI_Info *info) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_get_info", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, info);
    if (error)
        return error;
    struct oc_info *copy = oc_info_new();
    if (!copy || (comm->hints && !oc_info_copy(copy, comm->hints, NULL)))
        return oc_no_memory_for_info(comm, copy);
    *info = oc_info_handle(copy);
    return MPI_SUCCESS;
}
