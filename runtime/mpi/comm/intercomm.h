/* Intercommunicators: two groups, each of which sends to the other. */
#ifndef MPI_COMM_INTERCOMM_H
#define MPI_COMM_INTERCOMM_H

#include "mpi/comm/construct.h"

/* Called by all of a participants, which is `own` and whose root has the bridge to the other one.
 * Gives an error class. */
int oc_intercomm_create(const struct oc_communicator *parent, struct oc_group *own,
                        const struct oc_participants *participants, struct oc_communicator **made);

/* An intracommunicator of both groups, the one that says `high` behind the other. If both or none
 * say so, the group with the lower first rank in the world is first. */
int oc_intercomm_merge(const struct oc_communicator *comm, int high, struct oc_communicator **made);

#endif
