/* What all probes share. */
#ifndef MPI_REQUEST_PROBE_H
#define MPI_REQUEST_PROBE_H

#include "mpi/core/probe.h"

/* What a receive of no data would match; `call` is the function's name. Gives an error, raised. */
int oc_probe_check(const char *call, struct oc_request *select, MPI_Comm handle, int source,
                   int tag);

/* Status of a message; of null: one from MPI_PROC_NULL. */
void oc_probe_status(const struct oc_arrival *message, MPI_Status *status);

/* Checks the handle of a message; call oc_message_return() then. */
int oc_check_message_handle(const char *call, MPI_Message *handle);

/* Makes a receive, filled in, meet the message of a handle, which becomes MPI_MESSAGE_NULL. */
int oc_message_receive(struct oc_request *receive, void *buffer, ptrdiff_t count, MPI_Datatype type,
                       MPI_Message *handle);

#endif
