/* The interface between the matching core and a transport. One transport is linked in.
 *
 * A transport moves whole messages, in order between each pair of processes, reports them by
 * oc_arrive(), and makes a request complete by letting its `pending` become 0. It starts nothing
 * new on the network from inside oc_transport_progress() that could have to wait for somebody else,
 * but for the channel of a guaranteed message, whose owner waits for nobody (annotation.h).
 */
#ifndef MPI_TRANSPORT_TRANSPORT_H
#define MPI_TRANSPORT_TRANSPORT_H

#include "link/variant.h"
#include "mpi/transport/shared_block.h"

struct oc_request;  /* core/request.h */
struct oc_envelope; /* core/match.h */

extern struct oc_shared_block *oc_transport_block; /* this process' own */

/* Called before anything else. The second one is for programs with sessions: only the first call
 * counts. */
void oc_transport_start(void);
OC_VARIANTS(oc_transport_start, oc_transport_begin, oc_transport_start_once);

/* Starts a send; a synchronous one is complete when its receiver has started to receive it. May
 * wait for room at the receiver, making progress meanwhile; not in programs that have sends which
 * must not wait. Whatever needs that has OC_SENDS_DO_NOT_WAIT. */
void oc_transport_send(struct oc_request *send, bool synchronous);
OC_VARIANTS(oc_transport_send, oc_transport_send_unannotated, oc_transport_send_annotated);

extern const char oc_transport_queues;
#define OC_SENDS_DO_NOT_WAIT                                                                       \
    static const char *const oc_linked_queue __attribute__((used)) = &oc_transport_queues

/* The fast path of MPI_Send: sends words of the world without a request, if they are few and the
 * receiver takes them at once; leaves everything else to oc_send_plain(). */
int oc_transport_send_plain(const void *buffer, size_t bytes, int peer, int tag);
OC_VARIANTS(oc_transport_send_plain, oc_transport_send_plain_direct,
            oc_transport_send_plain_by_table);

/* Starts to fetch a part of a message that was reported as offered, from `offset` on, before it is
 * delivered; `body` as it was reported. */
hal_transfer oc_transport_fetch_part(const void *body, size_t offset, void *to, size_t bytes);
OC_VARIANTS(oc_transport_fetch_part, oc_transport_fetch_part_unannotated,
            oc_transport_fetch_part_annotated);

/* Gives a receive what it has room for of a message that was reported as offered, and that it has
 * met; `body` as it was reported. */
void oc_transport_fetch(struct oc_request *receive, const void *body);
OC_VARIANTS(oc_transport_fetch, oc_transport_fetch_unannotated, oc_transport_fetch_annotated,
            oc_transport_fetch_lending);

/* Whether an offered message is that of a send to this process itself; `body` as it was reported.
 */
bool oc_transport_is_of(const struct oc_request *send, const void *body);

/* Asks the sender of a message that nobody asked for to spare this process: to keep its messages
 * until they are asked for. `sender` as in an envelope. */
void oc_transport_hold_back(uint32_t sender);

/* Whether a message that a receive would meet has arrived and waits where it is, since it was not
 * looked at yet or there is no memory to keep it. Gives the oldest one's envelope. */
bool oc_transport_find_held(const struct oc_request *receive, struct oc_envelope *envelope);

/* Takes in something that has arrived; false: there is nothing. Never waits for others. */
bool oc_transport_progress(void);

/* Arms this process for everything that oc_transport_progress() would see: words of its shared
 * block. */
static inline void oc_transport_arm(void) {
    hal_arm(oc_transport_block, OC_ARMED_BYTES);
}

#endif
