/* The groups of a communicator, as group objects. */
#ifndef MPI_COMM_GROUPS_H
#define MPI_COMM_GROUPS_H

#include "mpi/core/communicator.h"

/* The group to which this process sends messages and from which it receives them. */
static inline struct oc_group *oc_peers_of(const struct oc_communicator *comm) {
    return comm->group ? comm->group : oc_group_world();
}

/* The group that contains this process. */
static inline struct oc_group *oc_own_group_of(const struct oc_communicator *comm) {
    return oc_peers_of(comm->local ? comm->local : comm);
}

#endif
