/* Makes communicators of a group that all members of a communicator know. */
#ifndef MPI_COMM_CREATE_H
#define MPI_COMM_CREATE_H

#include "mpi/comm/construct.h"

/* All ranks of `comm` call this, each with the group that it will be in, or with one that it is not
 * in. In an intercommunicator, all ranks of a group pass the same members of it. Returns an error
 * class. */
int oc_create(const struct oc_communicator *comm, struct oc_group *members,
              struct oc_communicator **made);

#endif
