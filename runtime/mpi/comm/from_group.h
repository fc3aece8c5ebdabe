/* Communicators of a group, out of no other communicator (MPI 4.1, section 7.4.2): its makers
 * find each other by a word, over MPI_COMM_WORLD. */
#ifndef MPI_COMM_FROM_GROUP_H
#define MPI_COMM_FROM_GROUP_H

#include "mpi/core/communicator.h"

/* A tag for a word; two words may have the same. */
int oc_word_tag(const char *word);

/* There is no parent: gives what stands for one, with the handler that errors are raised on and
 * that the new communicator inherits; its errhandler is released by the caller. A handler that is
 * invalid is raised on MPI_COMM_SELF. */
int oc_from_group_parent(MPI_Errhandler errhandler, struct oc_communicator *parent);

int oc_check_from_group(const struct oc_communicator *parent, const char *word);

#endif
