/* Communicators of a group, out of no other communicator (MPI 4.1, section 7.4.2): those who make
 * one find each other by a word, over MPI_COMM_WORLD. */
#ifndef MPI_COMM_FROM_GROUP_H
#define MPI_COMM_FROM_GROUP_H

#include <mpi.h>

/* A tag for a word; two words may have the same. */
int oc_word_tag(const char *word);

/* Word and error handler; raised on MPI_COMM_SELF. */
int oc_check_from_group(const char *word, MPI_Errhandler errhandler);

#endif
