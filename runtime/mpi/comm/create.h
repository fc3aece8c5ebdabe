/* Makes communicators of a group that all members of a communicator know. */
#ifndef MPI_COMM_CREATE_H
#define MPI_COMM_CREATE_H

#include "mpi/comm/construct.h"

/* Makes communicators; all ranks of `comm` call this function, each with the group of its new
 * communicator, or with a group to which it does not belong. In an intercommunicator, all ranks of
 * a group pass the same members of that group. Returns an error class. */
int oc_create(const struct oc_communicator *comm, struct oc_group *members,
              struct oc_communicator **made);

#endif
