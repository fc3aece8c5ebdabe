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

/* ---- What annotations replace (annotated.h): weak, and the same without them ---- */

/* Puts a line with a body of so many bytes into the inbox of a process; false: there is no room. */
bool oc_native_put(uint32_t *line, size_t bytes, int world);
bool oc_native_put_plain(uint32_t *line, size_t bytes, int world);

/* Takes in the oldest message, which is an offer, or not as most are. */
bool oc_native_take_other(struct oc_request *receive, struct oc_request **at, uint32_t *line);
bool oc_native_take_plain(struct oc_request *receive, struct oc_request **at, uint32_t *line);

bool oc_native_follow_plain(void);
void oc_native_send(struct oc_request *send, bool synchronous);
void oc_native_fetch(struct oc_request *receive, const void *body);
hal_transfer oc_native_fetch_part(const void *body, size_t offset, void *to, size_t bytes);

#endif
