/* Checks of group arguments. They return or raise errors as in error/check.h, on `comm` if it is
 * not null. */
#ifndef MPI_ERROR_CHECK_GROUP_H
#define MPI_ERROR_CHECK_GROUP_H

#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/group/group.h"

/* Finds the group of a handle. */
int oc_check_group(const struct oc_communicator *comm, MPI_Group handle, struct oc_group **group);

/* Checks a rank in the group. */
int oc_check_group_rank(const struct oc_communicator *comm, const struct oc_group *group, int rank);

/* Checks a number of ranks or ranges and their array. */
int oc_check_ranks(int count, const void *ranks);

/* The end of a function that makes a group: completes `group` (null: there was no memory) and gives
 * the user a handle. */
int oc_give_group(struct oc_group *group, MPI_Group *handle);

/* Implements a function that makes a group of the members of the first one, in its order, that are
 * (`common`) or are not members of the second one. */
int oc_select_group(const char *call, const MPI_Group handles[2], bool common, MPI_Group *result);

#endif
