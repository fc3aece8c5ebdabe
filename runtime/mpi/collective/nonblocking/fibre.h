/* Operations on their fibres.
 *
 * Only the library's own code, whose depth is known, runs on a fibre. To send and receive, this
 * code asks the main stack (messages.c), so that everything that arrives meanwhile is delivered on
 * the main stack; user functions are called on it, too (oc_call_on_main()). Whenever the main stack
 * would sleep, and when the program tests a request, it resumes the fibres whose messages are
 * complete. It resumes no fibre while it waits, on behalf of a fibre, for room at a receiver. For
 * that wait to end, this process only has to go on receiving its own messages. */
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

/* Handles announcements of partitioned messages before fibres are resumed. Returns false if none
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
