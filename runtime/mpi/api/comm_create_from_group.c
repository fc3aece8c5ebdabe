#include "mpi/comm/check.h"
#include "mpi/comm/from_group.h"
#include "mpi/comm/making.h"
#include "mpi/error/errhandler.h"
#include "mpi/funnel/funnel.h"
#include "mpi/group/check.h"
#include "mpi/info/check.h"

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
                                MPI_Errhandler errhandler, MPI_Comm *newcomm) {
    struct oc_group *members;
    struct oc_info *hints;
    int error = oc_enter("MPI_Comm_create_from_group");
    if (error || (error = oc_check_group(group, &members)) ||
        (error = oc_check_from_group(stringtag, errhandler)) ||
        (error = oc_check_info_or_null(NULL, info, &hints)) ||
        (error = oc_check_result(NULL, newcomm)))
        return error;
    const struct oc_communicator *world = &oc_comm_world;
    struct oc_making making = {world, oc_circle_among(world, members, oc_word_tag(stringtag))};
    struct oc_communicator *made = NULL;
    if (making.circle.rank != MPI_UNDEFINED)
        error = oc_make_intra(&making, oc_group_hold(members), &made);
    if (made)
        oc_errhandler_set(made, errhandler);
    return oc_give_communicator(world, error, made, newcomm);
}

OC_FUNNELED(MPI_Comm_create_from_group);
