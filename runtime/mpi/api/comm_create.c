#include "mpi/comm/check.h"
#include "mpi/comm/construct.h"
#include "mpi/comm/create.h"
#include "mpi/error/check_group.h"

int PMPI_Comm_create(MPI_Comm handle, MPI_Group group, MPI_Comm *newcomm) {
    struct oc_group *members;
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_create", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_group(NULL, group, &members);
    if (error || (error = oc_check_members(comm, members)) ||
        (error = oc_check_result(comm, newcomm)))
        return error;
    struct oc_communicator *made = NULL;
    error = oc_create(comm, members, &made);
    return oc_give_communicator(comm, error, made, newcomm);
}
