#include "mpi/comm/check.h"
#include "mpi/comm/construct.h"
#include "mpi/comm/from_group.h"
#include "mpi/comm/intercomm.h"
#include "mpi/error/check_group.h"
#include "mpi/error/errhandler.h"
#include "mpi/info/check.h"

/* Only the local leader uses the remote group. */
static int create(const struct oc_communicator *parent, MPI_Group local_group, int local_leader,
                  MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info,
                  MPI_Comm *newintercomm) {
    const struct oc_communicator *world = &oc_comm_world;
    struct oc_group *own, *other;
    struct oc_info *hints;
    int error = oc_check_group(parent, local_group, &own);
    if (error || (error = oc_check_group_rank(parent, own, local_leader)) ||
        (error = oc_check_from_group(parent, stringtag)) ||
        (error = oc_check_info_or_null(parent, info, &hints)) ||
        (error = oc_check_result(parent, newintercomm)))
        return error;
    struct oc_participants participants = oc_participants_among(world, own, oc_word_tag(stringtag));
    if (participants.rank == MPI_UNDEFINED)
        return oc_raise(parent, MPI_ERR_GROUP,
                        "this process is not in the local group|a "
                        "group with it",
                        0, 0);
    participants.root = local_leader;
    if (participants.rank == local_leader) {
        if ((error = oc_check_group(parent, remote_group, &other)) ||
            (error = oc_check_group_rank(parent, other, remote_leader)))
            return error;
        participants.bridge = world;
        participants.partner = oc_group_world_rank(other, remote_leader);
        participants.bridge_tag = participants.tag;
    }
    struct oc_communicator *made = NULL;
    error = oc_intercomm_create(parent, own, &participants, &made);
    return oc_give_communicator(parent, error, made, newintercomm);
}

int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                      MPI_Group remote_group, int remote_leader,
                                      const char *stringtag, MPI_Info info,
                                      MPI_Errhandler errhandler, MPI_Comm *newintercomm) {
    struct oc_communicator parent;
    int error = oc_enter("MPI_Intercomm_create_from_groups");
    if (error || (error = oc_from_group_parent(errhandler, &parent)))
        return error;
    error = create(&parent, local_group, local_leader, remote_group, remote_leader, stringtag, info,
                   newintercomm);
    oc_errhandler_release(parent.errhandler);
    return error;
}
