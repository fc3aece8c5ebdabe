#include "mpi/comm/check.h"
#include "mpi/comm/construct.h"
#include "mpi/comm/groups.h"
#include "mpi/comm/intercomm.h"

int PMPI_Intercomm_create(MPI_Comm handle, int local_leader, MPI_Comm peer_handle,
                          int remote_leader, int tag, MPI_Comm *newintercomm) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Intercomm_create", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_intra(comm);
    if (error || (error = oc_check_root(comm, local_leader)) || (error = oc_check_tag(comm, tag)) ||
        (error = oc_check_result(comm, newintercomm)))
        return error;
    struct oc_participants participants = oc_participants_of(comm);
    participants.root = local_leader;
    if (comm->rank == local_leader) {
        if (!(participants.bridge = oc_enter_comm("MPI_Intercomm_create", peer_handle)))
            return MPI_ERR_COMM;
        if (remote_leader < 0 || remote_leader >= participants.bridge->peers)
            return oc_raise(comm, MPI_ERR_RANK, "remote leader # is out of range|0 to #",
                            remote_leader, participants.bridge->peers - 1);
        participants.partner = remote_leader;
        participants.bridge_tag = tag;
    }
    struct oc_communicator *made = NULL;
    error = oc_intercomm_create(comm, oc_own_group_of(comm), &participants, &made);
    return oc_give_communicator(comm, error, made, newintercomm);
}
