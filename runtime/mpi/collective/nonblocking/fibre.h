/* Operations on their fibres.
 *
 * Only the library's own code, whose depth is known, runs on a fibre. To send and receive, it asks
 * the main stack (messages.c), so that everything that arrives meanwhile is delivered there; user
 * functions are called there, too (oc_call_on_main()). The main stack resumes fibres whose messages
 * are complete whenever it would sleep, and when the program tests a request. It resumes none while
 * it waits, on behalf of a fibre, for room at a receiver. That wait needs nothing of this process
 * except that it goes on receiving its own messages. */
#ifndef MPI_COLLECTIVE_NONBLOCKING_FIBRE_H
#define MPI_COLLECTIVE_NONBLOCKING_FIBRE_H

#include "link/variant.h"
#include "mpi/collective/nonblocking/operation.h"
#include "mpi/core/fibre.h"

/* ---- On a fibre (fibre.c) ---- */

/* Suspends the fibre until both messages, which may be null, are complete. */
void oc_operation_await(const struct oc_request *one, const struct oc_request *other);

/* ---- On the main stack (progress.c) ---- */

/* Whether the event for which an operation waits has happened (messages.c). */
bool oc_operation_is_ready(const struct oc_operation *operation);

/* Puts an operation on a fibre and runs it for the first time. Returns false if there is no
 * memory. */
bool oc_operation_launch(struct oc_operation *operation);

/* Handles announcements of partitioned messages, before fibres are resumed; returns false if none
 * has arrived. Only programs with partitioned messages link this function and the next one
 * (partitioned/channel.c). */
bool oc_channels_progress(void) OC_OPTIONAL;

/* Called when a communicator ends. */
void oc_channels_end(const struct oc_communicator *comm) OC_OPTIONAL;

/* Memory for fibres, all of one size. oc_stack_take() returns null if there is none. */
void *oc_stack_take(void);
void oc_stack_give(void *memory);
size_t oc_stack_bytes(void);

#endif
