/* Intercommunicators: communicators of two groups, each of which sends to the other one. */
#ifndef MPI_COMM_INTERCOMM_H
#define MPI_COMM_INTERCOMM_H

#include "mpi/comm/construct.h"

/* Makes an intercommunicator; all participants must call this function. `own` is their group. Their
 * root has a communicator, `bridge`, with the root of the other group. Returns an error class. */
int oc_intercomm_create(const struct oc_communicator *parent, struct oc_group *own,
                        const struct oc_participants *participants, struct oc_communicator **made);

/* Makes an intracommunicator of both groups of an intercommunicator. The group that passes `high`
 * comes second. If both groups or neither pass `high`, the group whose first rank is lower in
 * MPI_COMM_WORLD comes first. */
int oc_intercomm_merge(const struct oc_communicator *comm, int high, struct oc_communicator **made);

#endif
