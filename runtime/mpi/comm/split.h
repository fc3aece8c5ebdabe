/* Splitting a communicator by colours. */
#ifndef MPI_COMM_SPLIT_H
#define MPI_COMM_SPLIT_H

#include "mpi/comm/construct.h"

/* Called by all of `comm`. Those of one colour come together, in the order of their keys and, where
 * these are the same, of their ranks in `comm`. MPI_UNDEFINED: *made is null; as in an
 * intercommunicator whose other group has nobody of that colour. Gives an error class. */
int oc_split(const struct oc_communicator *comm, int color, int key, struct oc_communicator **made);

#endif
