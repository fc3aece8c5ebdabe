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

/* Tells the sender that its data have been fetched: the word, then the bell that makes it look. */
static inline void oc_native_release(const struct oc_request *receive) {
    int world = oc_communicator_world_rank(receive->comm, receive->source);
    hal_store_anywhere(receive->release, 0);
    hal_store(hal_shared_of(world) + OC_SHARED(bell), 1);
}

OC_VARIANTS(oc_native_follow, oc_native_follow_unannotated, oc_native_follow_annotated);

/* Puts a line with a body of so many bytes into the inbox of a process; false: there is no room. */
bool oc_native_put(uint32_t *line, size_t bytes, int world);
OC_VARIANTS(oc_native_put, oc_native_put_unannotated, oc_native_put_annotated);

/* Takes in the oldest message, which is an offer, or not as most are. */
bool oc_native_take_other(struct oc_request *receive, struct oc_request **at, uint32_t *line);
OC_VARIANTS(oc_native_take_other, oc_native_take_other_unannotated, oc_native_take_other_annotated);

#endif
