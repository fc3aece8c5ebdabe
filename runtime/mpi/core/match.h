/* The matching core: posted receives and unexpected messages (MPI 4.1, section 3.5). */
#ifndef MPI_CORE_MATCH_H
#define MPI_CORE_MATCH_H

#include "mpi/core/request.h"

/* What a message is matched by, and its length. */
struct oc_envelope {
    uint32_t sender; /* oc_sender(): context, and rank in the communicator */
    int tag;
    size_t bytes;
    bool offered; /* the message is still with its sender; the transport fetches it */
};

static inline int oc_envelope_source(const struct oc_envelope *envelope) {
    return (int)(envelope->sender & 0xffff);
}

/* Messages kept because nobody has asked for them yet. */
extern uint32_t oc_unexpected_messages;

/* ---- Inside ---- */

/* An unexpected message; its body follows. */
struct oc_arrival {
    struct oc_arrival *next;
    struct oc_envelope envelope;
    uint64_t body[];
};

extern struct oc_arrival *oc_unexpected;      /* the oldest one first */
extern struct oc_arrival **oc_unexpected_end; /* where the next one is appended */

/* Keeps a message; false: there is no memory. */
bool oc_unexpected_keep(const struct oc_envelope *envelope, const void *body, size_t body_bytes);

static inline bool oc_matches(const struct oc_request *receive, uint32_t sender, int tag) {
    return ((receive->sender ^ sender) & receive->sender_bits) == 0 &&
           (__builtin_expect(receive->tag == tag, true) || receive->tag == MPI_ANY_TAG);
}

/* The link of the unexpected-message queue to the oldest message that matches; null if there is
 * none. */
struct oc_arrival **oc_unexpected_find(const struct oc_request *receive);

/* Takes the message that this link points to out of the queue; the caller frees it. */
struct oc_arrival *oc_unexpected_take(struct oc_arrival **at);

/* Gives a receive the message that it has matched, or has the transport fetch it. */
void oc_deliver(struct oc_request *receive, const struct oc_envelope *envelope, const void *body);

/* Gives a receive an unexpected message that it has matched, and frees the message. */
void oc_receive_arrival(struct oc_request *receive, struct oc_arrival *arrival);

/* Takes a posted receive back. False: it is not posted, since it has met its message. */
bool oc_receive_withdraw(struct oc_request *receive);

/* Takes a send back, which is complete then. False: it is complete, its message has met a receive,
 * or is on its way to another process. */
bool oc_send_withdraw(struct oc_request *send);

#endif
