/* MPI_Send from beginning to end. */
#ifndef MPI_REQUEST_BLOCKING_SEND_H
#define MPI_REQUEST_BLOCKING_SEND_H

#include "mpi/core/request.h"

/* Sends what was checked, and waits; gives what the error handler returns. */
int oc_send(struct oc_request *send);

/* Sends `bytes` bytes to rank `peer` of MPI_COMM_WORLD, and waits; gives what the error handler
 * returns. */
int oc_send_plain(const void *buffer, size_t bytes, int peer, int tag);

#endif
