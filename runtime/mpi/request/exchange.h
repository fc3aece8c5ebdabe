/* A send and a receive as one operation. */
#ifndef MPI_REQUEST_EXCHANGE_H
#define MPI_REQUEST_EXCHANGE_H

#include "mpi/request/start.h"

/* Checks both messages and fills in their requests. If one is wrong, neither request holds any
 * resources. */
int oc_check_exchange(const struct oc_communicator *comm, const struct oc_message *sent,
                      const struct oc_message *received, struct oc_request *send,
                      struct oc_request *receive);

/* Makes a copy of the data of a checked send, and lets the send use the copy, which the caller
 * frees. */
int oc_send_from_copy(struct oc_request *send, void **copy);

/* Starts the send and the receive. If `replace` is set, the receive's buffer is also that of the
 * send. */
int oc_exchange_start(const char *call, const struct oc_message *sent,
                      const struct oc_message *received, bool replace, MPI_Request *handle);

#endif
