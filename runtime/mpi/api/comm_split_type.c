#include "mpi/comm/check.h"
#include "mpi/comm/split_type.h"
#include "mpi/info/check.h"

int PMPI_Comm_split_type(MPI_Comm handle, int type, int key, MPI_Info info, MPI_Comm *newcomm) {
    struct oc_info *hints;
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_split_type", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_info_or_null(comm, info, &hints);
    if (error || (error = oc_check_result(comm, newcomm)))
        return error;
    if (type != MPI_UNDEFINED &&
        (type < MPI_COMM_TYPE_SHARED || type > MPI_COMM_TYPE_RESOURCE_GUIDED))
        return oc_raise(comm, MPI_ERR_ARG, "split type # does not exist|MPI_COMM_TYPE_SHARED", type,
                        0);
    struct oc_communicator *made = NULL;
    error = oc_split_type(comm, type, key, hints, &made);
    return oc_give_communicator(comm, error, made, newcomm);
}
