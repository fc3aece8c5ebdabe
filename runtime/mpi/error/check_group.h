/* Checks of group arguments. Each check returns a value or raises an error as the checks in
 * error/check.h do, on `comm` if `comm` is not null. */
#ifndef MPI_ERROR_CHECK_GROUP_H
#define MPI_ERROR_CHECK_GROUP_H

#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/group/group.h"

/* Finds the group of a handle. */
int oc_check_group(const struct oc_communicator *comm, MPI_Group handle, struct oc_group **group);

/* Checks a rank in the group. */
int oc_check_group_rank(const struct oc_communicator *comm, const struct oc_group *group, int rank);

/* Checks an array of ranks or of ranges, and its length. */
int oc_check_ranks(int count, const void *ranks);

/* Ends a function that makes a group: completes `group` and gives the user a handle. If `group` is
 * null, raises the error that there was no memory. */
int oc_give_group(struct oc_group *group, MPI_Group *handle);

/* Implements a function that makes a group out of members of the first group, in their order. If
 * `common` is set, these are the members that are also in the second group, otherwise those that
 * are not. */
int oc_select_group(const char *call, const MPI_Group handles[2], bool common, MPI_Group *result);

#endif
