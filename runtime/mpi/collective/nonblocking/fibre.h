/* Operations on their fibres.
 *
 * Only the library's own code, of known depth, runs on a fibre. It sends and receives by asking the
 * main stack to (messages.c), so that whatever arrives meanwhile is delivered there, as is
 * everything of the user's that is called (oc_call_on_main()). The main stack lets fibres whose
 * messages are complete get on whenever it would sleep, and when somebody tests; not while it waits
 * on behalf of one of them for room at a receiver, which never needs anything of this process but
 * that it takes its own messages in. */
#ifndef MPI_COLLECTIVE_NONBLOCKING_FIBRE_H
#define MPI_COLLECTIVE_NONBLOCKING_FIBRE_H

#include "link/variant.h"
#include "mpi/collective/nonblocking/operation.h"
#include "mpi/core/fibre.h"

/* ---- On a fibre (fibre.c) ---- */

/* Gives way until both messages, which may be null, are complete. */
void oc_operation_await(const struct oc_request *one, const struct oc_request *other);

/* ---- On the main stack (progress.c) ---- */

/* Whether what an operation waits for is complete (messages.c). */
bool oc_operation_is_ready(const struct oc_operation *operation);

/* Puts it on a fibre, and lets it run for the first time. False: there is no memory. */
bool oc_operation_launch(struct oc_operation *operation);

/* Called where fibres run; false: nothing has been announced. Programs without partitioned messages
 * (partitioned/channel.c) do not link it, nor the next one. */
bool oc_channels_progress(void) OC_OPTIONAL;

/* Called when a communicator ends. */
void oc_channels_end(const struct oc_communicator *comm) OC_OPTIONAL;

/* Memory for fibres, all of one size; null: there is none. */
void *oc_stack_take(void);
void oc_stack_give(void *memory);
size_t oc_stack_bytes(void);

#endif
