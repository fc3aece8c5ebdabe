#include "mpi/comm/intercomm.h"

#include "mpi/collective/inter/functions.h"
#include "mpi/comm/groups.h"

/* This file defines oc_inter, because every program that makes intercommunicators links it. */
const struct oc_inter oc_inter = {oc_inter_barrier,   oc_inter_bcast,         oc_inter_gather,
                                  oc_inter_scatter,   oc_inter_allgather,     oc_inter_reduce,
                                  oc_inter_allreduce, oc_inter_reduce_scatter};

static bool have_common_member(const struct oc_group *one, const struct oc_group *other) {
    for (int rank = 0; rank < other->size; rank++)
        if (oc_group_rank(one, oc_group_world_rank(other, rank)) != MPI_UNDEFINED)
            return true;
    return false;
}

/* Each side checks whether the groups are disjoint, so both come to the same result. */
int oc_intercomm_create(const struct oc_communicator *parent, struct oc_group *own,
                        const struct oc_participants *participants, struct oc_communicator **made) {
    struct oc_construction construction = {parent, *participants};
    struct oc_group *other = oc_participants_exchange_group(participants, own);
    *made = NULL;
    if (!other)
        return MPI_ERR_NO_MEM;
    if (have_common_member(own, other)) {
        oc_group_release(other);
        return MPI_ERR_COMM;
    }
    return oc_make_inter(&construction, oc_group_hold(own), other, made);
}

static void append_all(struct oc_group *group, const struct oc_group *from) {
    for (int rank = 0; rank < from->size; rank++)
        oc_group_append(group, oc_group_world_rank(from, rank));
}

int oc_intercomm_merge(const struct oc_communicator *comm, int high,
                       struct oc_communicator **made) {
    struct oc_construction construction = {comm, oc_participants_of(comm)};
    const struct oc_group *own = oc_own_group_of(comm), *other = oc_peers_of(comm);
    int mine = high != 0, theirs = 0;
    oc_participants_exchange(&construction.participants, &mine, &theirs, sizeof mine);
    bool is_first = oc_group_world_rank(own, 0) < oc_group_world_rank(other, 0);
    if (mine != theirs)
        is_first = theirs;
    struct oc_group *group = oc_group_new(own->size + other->size);
    if (group) {
        append_all(group, is_first ? own : other);
        append_all(group, is_first ? other : own);
        group = oc_group_finish(group);
    }
    int error = oc_make_intra(&construction, group, made);
    return group ? error : MPI_ERR_NO_MEM;
}
