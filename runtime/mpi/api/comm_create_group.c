#include "mpi/comm/check.h"
#include "mpi/comm/construct.h"
#include "mpi/error/check_group.h"

/* Only the members of the group take part. Other callers get MPI_COMM_NULL. */
int PMPI_Comm_create_group(MPI_Comm handle, MPI_Group group, int tag, MPI_Comm *newcomm) {
    struct oc_group *members;
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_create_group", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_intra(comm);
    if (error || (error = oc_check_group(NULL, group, &members)) ||
        (error = oc_check_members(comm, members)) || (error = oc_check_tag(comm, tag)) ||
        (error = oc_check_result(comm, newcomm)))
        return error;
    struct oc_construction construction = {comm, oc_participants_among(comm, members, tag)};
    struct oc_communicator *made = NULL;
    if (construction.participants.rank != MPI_UNDEFINED)
        error = oc_make_intra(&construction, oc_group_hold(members), &made);
    return oc_give_communicator(comm, error, made, newcomm);
}
