/* Matches arriving messages with posted receives. Functions that every message uses are inline. */
#ifndef MPI_CORE_ARRIVE_H
#define MPI_CORE_ARRIVE_H

#include "mpi/core/copy.h"
#include "mpi/core/match.h"
#include "mpi/core/posted.h"

/* Finds the oldest posted receive that matches a message, or null. Sets *at to the link that points
 * to this receive in the list. */
static inline struct oc_request *oc_posted_find(uint32_t sender, int tag, struct oc_request ***at) {
    struct oc_request *receive;
    for (*at = &oc_posted; (receive = **at); *at = &receive->next)
        if (__builtin_expect(oc_matches(receive, sender, tag), true))
            return receive;
    return NULL;
}

/* Whether a receive that is not posted would get a message that the transport holds because there
 * is no memory for it. This is so if the receive matches the message, and no posted receive does.
 * (A posted receive comes first.) */
static inline bool oc_would_match_held(const struct oc_request *receive, uint32_t sender, int tag) {
    struct oc_request **at;
    return oc_matches(receive, sender, tag) && !oc_posted_find(sender, tag, &at);
}

/* Stores in a receive the envelope of the message that it has matched. */
static inline void oc_receive_matched(struct oc_request *receive, uint32_t sender, int tag,
                                      size_t bytes) {
    receive->source = (int)(sender & 0xffff);
    receive->received_tag = tag;
    receive->received = bytes;
}

/* Called by a transport to report an arrived message. `receive` and `at` are what oc_posted_find()
 * returned. `body` has `body_bytes` bytes: the data or, for an offered message, what the transport
 * needs to fetch the data. If no receive matches yet, the body is copied. Returns false if there is
 * no memory to keep the message; the transport then holds the message and reports it again
 * later. */
static inline bool oc_arrive(struct oc_request *receive, struct oc_request **at,
                             const struct oc_envelope *envelope, const void *body,
                             size_t body_bytes) {
    if (!receive)
        return oc_unexpected_keep(envelope, body, body_bytes);
    oc_posted_take(receive, at);
    oc_deliver(receive, envelope, body);
    return true;
}

/* Handles the common case of oc_arrive(): the data are whole words, and a posted receive has enough
 * room for them. Returns false if it has done nothing. */
static inline bool oc_arrive_fast(struct oc_request *receive, struct oc_request **at,
                                  uint32_t sender, int tag, const uint32_t *data, size_t bytes) {
    if (__builtin_expect(!receive || bytes > receive->bytes, false) ||
        __builtin_expect(((uintptr_t)receive->buffer | bytes) % 4 != 0, false))
        return false;
    oc_posted_take(receive, at);
    oc_receive_matched(receive, sender, tag, bytes);
    receive->pending = 0;
    oc_copy_words(receive->buffer, data, bytes);
    return true;
}

#endif
