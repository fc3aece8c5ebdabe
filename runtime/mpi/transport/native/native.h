/* What the files of this transport share. */
#ifndef MPI_TRANSPORT_NATIVE_NATIVE_H
#define MPI_TRANSPORT_NATIVE_NATIVE_H

#include "mpi/core/request.h"
#include "mpi/transport/native/inbox.h"
#include "mpi/transport/transport.h"

/* The eager threshold in bytes: longer messages are offered, and fetched by the receiver. */
extern uint32_t oc_native_eager_bytes;

/* Makes progress, or sleeps for a while, because the inbox of a process has no room for this send.
 */
void oc_native_wait_for_room(const struct oc_request *send, int world);

/* Whether that process has asked to be spared. */
bool oc_native_is_spared(int world);

/* Completes a receive whose data have come, or sends whose copies have been fetched. False: there
 * are none. */
bool oc_native_follow(void);

/* The second half of it, and what it looks at. */
bool oc_native_copied(void);
extern struct oc_copy *oc_native_copies;

#endif
