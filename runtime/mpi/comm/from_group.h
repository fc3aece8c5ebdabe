/* Makes a communicator of a group, without a parent communicator (MPI 4.1, section 7.4.2). The
 * members of the group pass equal strings, by which they find each other on MPI_COMM_WORLD. */
#ifndef MPI_COMM_FROM_GROUP_H
#define MPI_COMM_FROM_GROUP_H

#include "mpi/core/communicator.h"

/* Converts a string to a tag. Different strings may give equal tags. */
int oc_word_tag(const char *word);

/* Fills in a communicator that replaces the missing parent. Errors are raised on it, and the new
 * communicator inherits its error handler, which the caller releases. If `errhandler` is invalid,
 * raises an error on MPI_COMM_SELF. */
int oc_from_group_parent(MPI_Errhandler errhandler, struct oc_communicator *parent);

int oc_check_from_group(const struct oc_communicator *parent, const char *word);

#endif
