/* Operations on their fibres.
 *
 * Only the library's own code, whose stack depth is known, runs on a fibre. This code asks the main
 * stack to send and receive (messages.c), so that messages that arrive in the meantime are
 * delivered on the main stack. The main stack also calls user functions (oc_call_on_main()).
 * Whenever the main stack would sleep, and when the program tests a request, it resumes the fibres
 * whose messages are complete. There is one exception: while the main stack waits for room at a
 * receiver on behalf of a fibre, it resumes no fibre. To end that wait, this process only has to go
 * on receiving its own messages. */
#ifndef MPI_COLLECTIVE_NONBLOCKING_FIBRE_H
#define MPI_COLLECTIVE_NONBLOCKING_FIBRE_H

#include "link/variant.h"
#include "mpi/collective/nonblocking/operation.h"
#include "mpi/core/fibre.h"

/* ---- On a fibre (fibre.c) ---- */

/* Suspends the running fibre until both messages are complete; either may be null. */
void oc_operation_await(const struct oc_request *one, const struct oc_request *other);

/* ---- On the main stack (progress.c) ---- */

/* Whether the event for which an operation waits has happened (messages.c). */
bool oc_operation_is_ready(const struct oc_operation *operation);

/* Puts an operation on a new fibre and runs it until it has to wait or is over. Returns false if
 * there is no memory. */
bool oc_operation_launch(struct oc_operation *operation);

/* Handles announcements of partitioned messages, before fibres are resumed. Returns false if none
 * has arrived. This function and the next one are linked only into programs with partitioned
 * messages (partitioned/channel.c). */
bool oc_channels_progress(void) OC_OPTIONAL;

/* Called when a communicator ends. */
void oc_channels_end(const struct oc_communicator *comm) OC_OPTIONAL;

/* Memory for fibres' stacks, which all have one size. oc_stack_take() returns null if there is no
 * memory. */
void *oc_stack_take(void);
void oc_stack_give(void *memory);
size_t oc_stack_bytes(void);

#endif
