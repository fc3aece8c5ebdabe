/* Splitting a communicator by colours. */
#ifndef MPI_COMM_SPLIT_H
#define MPI_COMM_SPLIT_H

#include "mpi/comm/construct.h"

/* Splits a communicator; all ranks of `comm` must call this function. Ranks of one colour form a
 * communicator, in the order of their keys and, among equal keys, of their ranks in `comm`. *made
 * becomes null if the colour is MPI_UNDEFINED, and in an intercommunicator also if the other group
 * has no rank of that colour. Returns an error class. */
int oc_split(const struct oc_communicator *comm, int color, int key, struct oc_communicator **made);

#endif
