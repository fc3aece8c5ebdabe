/* What all probes share: the checks of their arguments, and statuses. mpi/core/probe.h looks for
 * messages. */
#ifndef MPI_REQUEST_PROBE_H
#define MPI_REQUEST_PROBE_H

#include "mpi/core/probe.h"

/* Checks the arguments of a probe and fills in `select`, a receive without data. The probe looks
 * for a message that this receive would match. `call` is the name of the MPI function. Returns an
 * error class after raising the error. */
int oc_probe_check(const char *call, struct oc_request *select, MPI_Comm handle, int source,
                   int tag);

/* Fills in the status of a message. If `message` is null, the status is that of a message from
 * MPI_PROC_NULL. */
void oc_probe_status(const struct oc_arrival *message, MPI_Status *status);

/* Checks the handle of a message, so that the caller may pass it to oc_message_return(). */
int oc_check_message_handle(const char *call, MPI_Message *handle);

/* Fills in a receive, checks it, and gives it the message that a handle names. The handle becomes
 * MPI_MESSAGE_NULL. */
int oc_message_receive(struct oc_request *receive, void *buffer, ptrdiff_t count, MPI_Datatype type,
                       MPI_Message *handle);

#endif
