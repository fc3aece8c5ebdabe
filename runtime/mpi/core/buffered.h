/* Buffered sends (MPI 4.1, section 3.6): messages that are copied into the user's buffer, and sent
 * from there. */
#ifndef MPI_CORE_BUFFERED_H
#define MPI_CORE_BUFFERED_H

#include "mpi/core/request.h"

/* Attaches a buffer; MPI_BUFFER_AUTOMATIC: memory is taken as it is needed. False: there is one. */
bool oc_buffer_attach(void *buffer, size_t bytes);

/* Waits until all messages have left the buffer. */
void oc_buffer_flush(void);

/* The same, and takes the buffer away; null if there is none. */
void *oc_buffer_detach(size_t *bytes);

/* Whether a buffer is attached. */
bool oc_buffer_is_attached(void);

/* Sends a copy; `send`, whose data may then be changed, is complete. False: no room. */
bool oc_buffered_send(struct oc_request *send);

#endif
