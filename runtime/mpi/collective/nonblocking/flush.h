/* Flushes a buffer without blocking. */
#ifndef MPI_COLLECTIVE_NONBLOCKING_FLUSH_H
#define MPI_COLLECTIVE_NONBLOCKING_FLUSH_H

#include "mpi/core/communicator.h"

/* Begins to flush the owner's buffer (core/buffered.h), if it has one, and stores a request. `call`
 * is the name of the MPI function. */
int oc_iflush(const char *call, const struct oc_communicator *owner, MPI_Request *handle);

#endif
