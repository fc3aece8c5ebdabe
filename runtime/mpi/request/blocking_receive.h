/* The implementation of MPI_Recv, which MPI_Recv_c shares. */
#ifndef MPI_REQUEST_BLOCKING_RECEIVE_H
#define MPI_REQUEST_BLOCKING_RECEIVE_H

#include "mpi/core/request.h"

/* Receives a message into a checked request, and waits; returns what the error handler returns. */
int oc_receive(struct oc_request *receive, MPI_Status *status);

/* Receives at most `bytes` bytes from rank `source` of MPI_COMM_WORLD, and waits; returns what the
 * error handler returns. */
int oc_receive_plain(void *buffer, size_t bytes, int source, int tag, MPI_Status *status);

#endif
