/* The implementation of MPI_Send, which MPI_Send_c shares. */
#ifndef MPI_REQUEST_BLOCKING_SEND_H
#define MPI_REQUEST_BLOCKING_SEND_H

#include "mpi/core/request.h"

/* Sends the message of a checked request, and waits; returns what the error handler returns. */
int oc_send(struct oc_request *send);

/* Sends `bytes` bytes to rank `peer` of MPI_COMM_WORLD, and waits; returns what the error handler
 * returns. */
int oc_send_plain(const void *buffer, size_t bytes, int peer, int tag);

#endif
