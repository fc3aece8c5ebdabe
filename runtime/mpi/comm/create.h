/* Communicators of a group that all of a communicator know. */
#ifndef MPI_COMM_CREATE_H
#define MPI_COMM_CREATE_H

#include "mpi/comm/construct.h"

/* Called by all of `comm`, each with the group that it is to be in, or that it is not in. In an
 * intercommunicator, all of a group name the same members of it. Gives an error class. */
int oc_create(const struct oc_communicator *comm, struct oc_group *members,
              struct oc_communicator **made);

#endif
