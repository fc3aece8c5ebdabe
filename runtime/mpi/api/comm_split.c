#include "mpi/comm/check.h"
#include "mpi/comm/split.h"

int PMPI_Comm_split(MPI_Comm handle, int color, int key, MPI_Comm *newcomm) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_split", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, newcomm);
    if (error)
        return error;
    if (color < 0 && color != MPI_UNDEFINED)
        return oc_raise(comm, MPI_ERR_ARG, "colour # is negative|0 or more, or MPI_UNDEFINED",
                        color, 0);
    struct oc_communicator *made = NULL;
    error = oc_split(comm, color, key, &made);
    return oc_give_communicator(comm, error, made, newcomm);
}
