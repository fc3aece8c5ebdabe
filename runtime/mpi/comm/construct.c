#include "mpi/comm/construct.h"

#include <stdlib.h>

#include "mpi/comm/agree.h"
#include "mpi/comm/contexts.h"
#include "mpi/comm/groups.h"
#include "mpi/comm/list.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"

/* Makes a communicator that is not in a list yet. The communicator owns the caller's reference to
 * `group`. If there is no memory, drops this reference and returns null. */
static struct oc_communicator *make(const struct oc_communicator *parent, struct oc_group *group,
                                    uint32_t context) {
    struct oc_communicator *comm = calloc(1, sizeof *comm);
    if (!comm) {
        oc_group_release(group);
        return NULL;
    }
    comm->handle = (MPI_Comm)comm;
    comm->context = context;
    comm->peers = group->size;
    /* A null group means all processes, so that ranks need no conversion. */
    comm->group = group == oc_group_world() ? NULL : group;
    comm->errhandler = oc_errhandler_hold(parent->errhandler);
    comm->on_error = parent->on_error;
    oc_context_take(context);
    return comm;
}

int oc_make_intra(const struct oc_construction *construction, struct oc_group *group,
                  struct oc_communicator **made) {
    uint32_t context;
    *made = NULL;
    int error = oc_context_agree(&construction->participants, &context);
    if (error || !group) {
        if (group)
            oc_group_release(group);
        return error;
    }
    struct oc_communicator *comm = make(construction->parent, group, context);
    if (!comm)
        return MPI_ERR_NO_MEM;
    comm->size = comm->peers;
    comm->rank = oc_group_rank(oc_peers_of(comm), oc_comm_world.rank);
    *made = comm;
    return MPI_SUCCESS;
}

int oc_make_inter(const struct oc_construction *construction, struct oc_group *own,
                  struct oc_group *other, struct oc_communicator **made) {
    struct oc_construction inside = *construction;
    struct oc_communicator *local;
    uint32_t context;
    inside.participants.bridge = NULL;
    *made = NULL;
    /* Even after an error, this process takes part in both agreements, because the other processes
     * wait for it. */
    int error = oc_make_intra(&inside, own, &local);
    int agreed = oc_context_agree(&construction->participants, &context);
    if (!error)
        error = agreed;
    if (!own)
        return error;
    if (error) {
        oc_group_release(other);
    } else if ((*made = make(construction->parent, other, context))) {
        (*made)->rank = local->rank;
        (*made)->size = local->size;
        (*made)->local = local;
        return MPI_SUCCESS;
    }
    if (local)
        oc_communicator_free(local);
    return error ? error : MPI_ERR_NO_MEM;
}

int oc_make_another(const struct oc_communicator *comm, struct oc_communicator **made) {
    struct oc_construction construction = {comm, oc_participants_of(comm)};
    struct oc_group *own = oc_group_hold(oc_own_group_of(comm));
    if (!comm->local)
        return oc_make_intra(&construction, own, made);
    return oc_make_inter(&construction, own, oc_group_hold(comm->group), made);
}

int oc_give_communicator(const struct oc_communicator *parent, int error,
                         struct oc_communicator *made, MPI_Comm *handle) {
    if (error)
        return oc_raise(parent, error,
                        error == MPI_ERR_NO_MEM
                            ? "no memory for a communicator"
                            : "no communicator could be made|fewer than # at a time, and "
                              "the same call on all ranks",
                        OC_COMMUNICATORS, 0);
    if (made)
        oc_communicator_enlist(made);
    *handle = made ? made->handle : MPI_COMM_NULL;
    return MPI_SUCCESS;
}
