#include "mpi/comm/check.h"
#include "mpi/comm/from_group.h"
#include "mpi/comm/intercomm.h"
#include "mpi/comm/making.h"
#include "mpi/error/errhandler.h"
#include "mpi/funnel/funnel.h"
#include "mpi/group/check.h"
#include "mpi/info/check.h"

/* The remote group matters at the leader. */
int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                      MPI_Group remote_group, int remote_leader,
                                      const char *stringtag, MPI_Info info,
                                      MPI_Errhandler errhandler, MPI_Comm *newintercomm) {
    struct oc_group *own, *other;
    struct oc_info *hints;
    int error = oc_enter("MPI_Intercomm_create_from_groups");
    if (error || (error = oc_check_group(local_group, &own)) ||
        (error = oc_check_group_rank(own, local_leader)) ||
        (error = oc_check_from_group(stringtag, errhandler)) ||
        (error = oc_check_info_or_null(NULL, info, &hints)) ||
        (error = oc_check_result(NULL, newintercomm)))
        return error;
    const struct oc_communicator *world = &oc_comm_world;
    struct oc_circle circle = oc_circle_among(world, own, oc_word_tag(stringtag));
    if (circle.rank == MPI_UNDEFINED)
        return oc_raise(NULL, MPI_ERR_GROUP,
                        "this process is not in the local group|a "
                        "group with it",
                        0, 0);
    circle.root = local_leader;
    if (circle.rank == local_leader) {
        if ((error = oc_check_group(remote_group, &other)) ||
            (error = oc_check_group_rank(other, remote_leader)))
            return error;
        circle.bridge = world;
        circle.partner = oc_group_world_rank(other, remote_leader);
        circle.bridge_tag = circle.tag;
    }
    struct oc_communicator *made = NULL;
    error = oc_intercomm_create(world, own, &circle, &made);
    if (made)
        oc_errhandler_set(made, errhandler);
    return oc_give_communicator(world, error, made, newintercomm);
}

OC_FUNNELED(MPI_Intercomm_create_from_groups);
