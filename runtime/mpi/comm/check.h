/* Checks of the arguments of functions about communicators. Each check returns a value or raises an
 * error, as the checks in error/check.h do. */
#ifndef MPI_COMM_CHECK_H
#define MPI_COMM_CHECK_H

#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* Raises an error unless `comm` is an intracommunicator. oc_check_inter() raises an error unless it
 * is an intercommunicator. */
int oc_check_intra(const struct oc_communicator *comm);
int oc_check_inter(const struct oc_communicator *comm);

/* Raises an error unless all members of `group` are in the local group of `comm`. */
int oc_check_members(const struct oc_communicator *comm, const struct oc_group *group);

#endif
