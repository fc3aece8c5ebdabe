#include "mpi/topology/make.h"

#include "mpi/comm/construct.h"
#include "mpi/comm/groups.h"

static struct oc_group *choose(const struct oc_communicator *comm, int nodes,
                               bool (*keeps)(const void *what, int rank), const void *what) {
    struct oc_group *group = oc_group_new(nodes);
    if (!group)
        return NULL;
    for (int rank = 0; rank < nodes; rank++)
        if (!keeps || keeps(what, rank))
            oc_group_append(group, oc_communicator_world_rank(comm, rank));
    return oc_group_finish(group);
}

int oc_make_topology(const struct oc_communicator *comm, struct oc_topology *topology, int nodes,
                     bool (*keeps)(const void *what, int rank), const void *what,
                     MPI_Comm *handle) {
    struct oc_construction construction = {comm, oc_participants_of(comm)};
    struct oc_communicator *made;
    struct oc_group *group = NULL;
    bool is_in = comm->rank < nodes, no_memory = !topology;
    if (is_in && topology)
        no_memory = !(group = choose(comm, nodes, keeps, what));
    int error = oc_make_intra(&construction, group, &made);
    if (no_memory)
        error = MPI_ERR_NO_MEM;
    if (made)
        made->topology = topology;
    else if (topology)
        oc_topology_release(topology);
    return oc_give_communicator(comm, error, made, handle);
}
