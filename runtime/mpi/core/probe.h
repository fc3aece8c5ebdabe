/* Messages that have arrived and have not been received yet. */
#ifndef MPI_CORE_PROBE_H
#define MPI_CORE_PROBE_H

#include "mpi/core/match.h"

/* Makes progress, and returns the oldest message that the receive would match, or null. If there
 * was no memory to keep the message, the result has an envelope but no body. */
struct oc_arrival *oc_probe(struct oc_request *receive);

/* Makes progress until there is a message that the receive would match, and returns the oldest such
 * message. */
struct oc_arrival *oc_probe_waiting(struct oc_request *receive);

/* Takes the oldest message that the receive would match, so that no other receive can match it.
 * Returns its handle, or MPI_MESSAGE_NULL if there was no memory to keep the message. */
MPI_Message oc_message_take(struct oc_request *receive);

/* Returns the message that a handle names, and makes the handle invalid. Returns null if it is
 * already invalid. */
struct oc_arrival *oc_message_return(MPI_Message handle);

/* Whether there is a handle of a message of this communicator. */
bool oc_messages_use(const struct oc_communicator *comm);

/* The message that a handle names, or null. */
struct oc_arrival *oc_message_find(MPI_Message handle);

#endif
