#include "mpi/comm/check.h"
#include "mpi/comm/construct.h"
#include "mpi/comm/from_group.h"
#include "mpi/error/check_group.h"
#include "mpi/error/errhandler.h"
#include "mpi/info/check.h"

static int create(const struct oc_communicator *parent, MPI_Group group, const char *stringtag,
                  MPI_Info info, MPI_Comm *newcomm) {
    struct oc_group *members;
    struct oc_info *hints;
    int error = oc_check_group(parent, group, &members);
    if (error || (error = oc_check_from_group(parent, stringtag)) ||
        (error = oc_check_info_or_null(parent, info, &hints)) ||
        (error = oc_check_result(parent, newcomm)))
        return error;
    struct oc_construction construction = {
        parent, oc_participants_among(&oc_comm_world, members, oc_word_tag(stringtag))};
    struct oc_communicator *made = NULL;
    if (construction.participants.rank != MPI_UNDEFINED)
        error = oc_make_intra(&construction, oc_group_hold(members), &made);
    return oc_give_communicator(parent, error, made, newcomm);
}

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
                                MPI_Errhandler errhandler, MPI_Comm *newcomm) {
    struct oc_communicator parent;
    int error = oc_enter("MPI_Comm_create_from_group");
    if (error || (error = oc_from_group_parent(errhandler, &parent)))
        return error;
    error = create(&parent, group, stringtag, info, newcomm);
    oc_errhandler_release(parent.errhandler);
    return error;
}
