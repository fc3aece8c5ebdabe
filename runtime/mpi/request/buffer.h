/* Attaching buffers to the process, to communicators and to sessions. Errors are raised on `owner`,
 * for the process on MPI_COMM_SELF. */
#ifndef MPI_REQUEST_BUFFER_H
#define MPI_REQUEST_BUFFER_H

#include "mpi/core/buffered.h"

/* `bytes` negative: it was no length. */
int oc_attach_buffer(const struct oc_communicator *owner, void *memory, ptrdiff_t bytes);

/* Gives the buffer's address by `address`, that of a pointer, and its length. */
int oc_detach_buffer(const struct oc_communicator *owner, void *address, size_t *bytes);

#endif
