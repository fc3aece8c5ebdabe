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

/* A transport reports a message that has arrived; `receive`, `at`: what oc_posted_find() gives.
 * `body`: the data, or, of an offered message, `body_bytes` of what the transport needs to fetch
 * them. It is copied if no receive matches yet. False: there is no memory to keep it; the transport
 * holds it back and reports it again later. */
bool oc_arrive(struct oc_request *receive, struct oc_request **at,
               const struct oc_envelope *envelope, const void *body, size_t body_bytes);

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

/* The place in the list of unexpected messages that points to the oldest one which matches; what it
 * points to is null if there is none. */
struct oc_arrival **oc_unexpected_find(const struct oc_request *receive);

/* Takes the message that this place points to out of the list; the caller frees it. */
struct oc_arrival *oc_unexpected_take(struct oc_arrival **at);

/* Gives a receive a message that has arrived, and frees it. */
void oc_receive_arrival(struct oc_request *receive, struct oc_arrival *arrival);

/* Takes a posted receive back. False: it is not posted, since it has met its message. */
bool oc_receive_withdraw(struct oc_request *receive);

#endif
