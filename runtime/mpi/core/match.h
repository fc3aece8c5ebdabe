/* The matching of posted receives and unexpected messages (MPI 4.1, section 3.5). */
#ifndef MPI_CORE_MATCH_H
#define MPI_CORE_MATCH_H

#include "mpi/core/request.h"

/* The values by which a message is matched, and its length. */
struct oc_envelope {
    uint32_t sender; /* context, and rank in the communicator, as from oc_sender() */
    int tag;
    size_t bytes;
    /* 0 if the data have come with the message. Otherwise the sender still has them, and the
     * transport fetches them: by oc_transport_fetch(), or by oc_transport_fetch_unusual() if the
     * value is negative. */
    signed char offered;
};

static inline int oc_envelope_source(const struct oc_envelope *envelope) {
    return (int)(envelope->sender & 0xffff);
}

/* The number of messages in the unexpected-message queue. */
extern uint32_t oc_unexpected_messages;

/* ---- Internal ---- */

/* An unexpected message; its body follows. */
struct oc_arrival {
    struct oc_arrival *next;
    struct oc_envelope envelope;
    uint64_t body[];
};

extern struct oc_arrival *oc_unexpected;      /* oldest first */
extern struct oc_arrival **oc_unexpected_end; /* where to append the next one */

/* Appends a message to the unexpected-message queue. Returns false if there is no memory to keep
 * the message. */
bool oc_unexpected_keep(const struct oc_envelope *envelope, const void *body, size_t body_bytes);

static inline bool oc_matches(const struct oc_request *receive, uint32_t sender, int tag) {
    return ((receive->sender ^ sender) & receive->sender_bits) == 0 &&
           (__builtin_expect(receive->tag == tag, true) || receive->tag == MPI_ANY_TAG);
}

/* Finds the oldest unexpected message that the receive matches. Returns the address of the pointer
 * in the queue that points to this message. If there is none, returns the address of the null
 * pointer at the end of the queue. */
struct oc_arrival **oc_unexpected_find(const struct oc_request *receive);

/* Removes the message to which *at points from the queue; the caller frees it. */
struct oc_arrival *oc_unexpected_take(struct oc_arrival **at);

/* Gives a receive the data of the message that it has matched, or makes the transport fetch
 * them. */
void oc_deliver(struct oc_request *receive, const struct oc_envelope *envelope, const void *body);

/* Gives a receive an unexpected message that it has matched, and frees the message. */
void oc_receive_arrival(struct oc_request *receive, struct oc_arrival *arrival);

/* Cancels a posted receive. Returns false if it is not posted any more, because it has matched a
 * message. */
bool oc_receive_withdraw(struct oc_request *receive);

/* Cancels a send, which is then complete. Returns false if the send is already complete, if a
 * receive has matched its message, or if its receiver is another process. */
bool oc_send_withdraw(struct oc_request *send);

#endif
