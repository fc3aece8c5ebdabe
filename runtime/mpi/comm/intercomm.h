/* Intercommunicators: two groups, each of which sends to the other one. */
#ifndef MPI_COMM_INTERCOMM_H
#define MPI_COMM_INTERCOMM_H

#include "mpi/comm/construct.h"

/* Makes an intercommunicator. All participants call this function. Their group is `own`, and their
 * root has the bridge to the other group. Returns an error class. */
int oc_intercomm_create(const struct oc_communicator *parent, struct oc_group *own,
                        const struct oc_participants *participants, struct oc_communicator **made);

/* Makes an intracommunicator of both groups. The group that passes `high` comes second. If both
 * groups or neither pass `high`, the group whose first rank is lower in MPI_COMM_WORLD comes
 * first. */
int oc_intercomm_merge(const struct oc_communicator *comm, int high, struct oc_communicator **made);

#endif
