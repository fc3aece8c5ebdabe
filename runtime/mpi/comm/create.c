#include "mpi/comm/create.h"

static int create_inter(const struct oc_construction *construction, struct oc_group *own,
                        const struct oc_group *members, struct oc_communicator **made) {
    struct oc_group *other = oc_participants_exchange_group(&construction->participants, members);
    bool is_in = own && other && other->size;
    if (own && !is_in)
        oc_group_release(own);
    if (other && !is_in)
        oc_group_release(other);
    int error = oc_make_inter(construction, is_in ? own : NULL, other, made);
    return other ? error : MPI_ERR_NO_MEM;
}

int oc_create(const struct oc_communicator *comm, struct oc_group *members,
              struct oc_communicator **made) {
    struct oc_construction construction = {comm, oc_participants_of(comm)};
    bool is_in = oc_group_rank(members, oc_comm_world.rank) != MPI_UNDEFINED;
    struct oc_group *own = is_in ? oc_group_hold(members) : NULL;
    if (comm->local)
        return create_inter(&construction, own, members, made);
    return oc_make_intra(&construction, own, made);
}
