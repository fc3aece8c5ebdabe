/* Makes a communicator of a group without a parent communicator (MPI 4.1, section 7.4.2). Its
 * members pass the same string, and find each other by it over MPI_COMM_WORLD. */
#ifndef MPI_COMM_FROM_GROUP_H
#define MPI_COMM_FROM_GROUP_H

#include "mpi/core/communicator.h"

/* A tag for a string; two strings may have the same tag. */
int oc_word_tag(const char *word);

/* Fills in a communicator that takes the place of the missing parent. Errors are raised on it, and
 * the new communicator inherits its error handler, which the caller releases. If the handler
 * `errhandler` is invalid, the error is raised on MPI_COMM_SELF. */
int oc_from_group_parent(MPI_Errhandler errhandler, struct oc_communicator *parent);

int oc_check_from_group(const struct oc_communicator *parent, const char *word);

#endif
