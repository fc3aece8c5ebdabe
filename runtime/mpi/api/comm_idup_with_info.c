#include "mpi/comm/check.h"
#include "mpi/comm/dup.h"
#include "mpi/comm/hints.h"

int PMPI_Comm_idup_with_info(MPI_Comm handle, MPI_Info info, MPI_Comm *newcomm,
                             MPI_Request *request) {
    struct oc_info *hints;
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_idup_with_info", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_hints(comm, info, &hints);
    if (error || (error = oc_check_result(comm, newcomm)) ||
        (error = oc_check_result(comm, request)))
        return error;
    return oc_idup("MPI_Comm_idup_with_info", comm, hints, newcomm, request);
}
