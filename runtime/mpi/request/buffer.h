/* Attaches buffers to the process, to communicators and to sessions, and detaches them. Errors are
 * raised on `owner` or, if the owner is the process, on MPI_COMM_SELF. */
#ifndef MPI_REQUEST_BUFFER_H
#define MPI_REQUEST_BUFFER_H

#include "mpi/core/buffered.h"

/* Attaches a buffer of `bytes` bytes to an owner. A negative length is an error. */
int oc_attach_buffer(const struct oc_communicator *owner, void *memory, ptrdiff_t bytes);

/* Detaches the owner's buffer. Stores the buffer's address in the pointer at `address`, and its
 * length. */
int oc_detach_buffer(const struct oc_communicator *owner, void *address, size_t *bytes);

#endif
