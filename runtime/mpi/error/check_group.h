/* Checks of group arguments. Each check returns a value or raises an error, as the checks in
 * error/check.h do. The error is raised on `comm`, if it is not null. */
#ifndef MPI_ERROR_CHECK_GROUP_H
#define MPI_ERROR_CHECK_GROUP_H

#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/group/group.h"

/* Checks the handle of a group and finds the group. */
int oc_check_group(const struct oc_communicator *comm, MPI_Group handle, struct oc_group **group);

/* Checks that a number is a rank of the group. */
int oc_check_group_rank(const struct oc_communicator *comm, const struct oc_group *group, int rank);

/* Checks an array of ranks or of ranges, and its length. */
int oc_check_ranks(int count, const void *ranks);

/* Ends a function that makes a group: completes `group` and gives the user a handle. If `group` is
 * null, there was no memory, and the function raises an error. */
int oc_give_group(struct oc_group *group, MPI_Group *handle);

/* Implements a function that makes a group of some members of the first group, in their order. If
 * `common` is set, these are the members that are also in the second group. Otherwise they are
 * those that are not. */
int oc_select_group(const char *call, const MPI_Group handles[2], bool common, MPI_Group *result);

#endif
