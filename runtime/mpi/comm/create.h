/* Makes communicators from groups that all members of a communicator know. */
#ifndef MPI_COMM_CREATE_H
#define MPI_COMM_CREATE_H

#include "mpi/comm/construct.h"

/* Makes communicators; all ranks of `comm` must call this function. A rank passes the group of its
 * new communicator, or a group to which it does not belong. In an intercommunicator, all ranks of a
 * group pass equal members of that group. Returns an error class. */
int oc_create(const struct oc_communicator *comm, struct oc_group *members,
              struct oc_communicator **made);

#endif
