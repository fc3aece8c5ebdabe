/* A send and a receive as one operation. */
#ifndef MPI_REQUEST_EXCHANGE_H
#define MPI_REQUEST_EXCHANGE_H

#include "mpi/request/start.h"

/* Checks both messages and fills in their requests. If one message is wrong, neither request holds
 * any memory. */
int oc_check_exchange(const struct oc_communicator *comm, const struct oc_message *sent,
                      const struct oc_message *received, struct oc_request *send,
                      struct oc_request *receive);

/* Copies the data of a checked send, which then sends the copy. The caller frees *copy. */
int oc_send_from_copy(struct oc_request *send, void **copy);

/* Starts a send and a receive with one handle. If `replace` is set, they use one buffer. */
int oc_exchange_start(const char *call, const struct oc_message *sent,
                      const struct oc_message *received, bool replace, MPI_Request *handle);

#endif
