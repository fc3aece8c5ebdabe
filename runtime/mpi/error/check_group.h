/* Checks of arguments that are groups; outside, as in error/check.h. `comm`: where errors
 * are raised, or null. */
#ifndef MPI_ERROR_CHECK_GROUP_H
#define MPI_ERROR_CHECK_GROUP_H

#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/group/group.h"

/* The group with a handle. */
int oc_check_group(const struct oc_communicator *comm, MPI_Group handle, struct oc_group **group);

/* A rank in the group. */
int oc_check_group_rank(const struct oc_communicator *comm, const struct oc_group *group, int rank);

/* A number of ranks or ranges, with the array of them. */
int oc_check_ranks(int count, const void *ranks);

/* The end of a function that makes a group: finishes `group` (null: there was no memory) and gives
 * the user a handle of it. */
int oc_give_group(struct oc_group *group, MPI_Group *handle);

#endif
