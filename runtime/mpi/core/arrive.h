/* A message meets its receive: what is inline is in the path of every message. */
#ifndef MPI_CORE_ARRIVE_H
#define MPI_CORE_ARRIVE_H

#include "mpi/core/copy.h"
#include "mpi/core/match.h"
#include "mpi/core/posted.h"

/* The oldest posted receive that matches, or null; `at`: what points to it in the list. */
static inline struct oc_request *oc_posted_find(uint32_t sender, int tag, struct oc_request ***at) {
    struct oc_request *receive;
    for (*at = &oc_posted; (receive = **at); *at = &receive->next)
        if (__builtin_expect(oc_matches(receive, sender, tag), true))
            return receive;
    return NULL;
}

/* Whether a receive that is not posted would meet a message that waits where it has arrived: no
 * posted one will. */
static inline bool oc_meets_held(const struct oc_request *receive, uint32_t sender, int tag) {
    struct oc_request **at;
    return oc_matches(receive, sender, tag) && !oc_posted_find(sender, tag, &at);
}

/* Takes a posted receive out of the list. */
static inline void oc_posted_take(struct oc_request *receive, struct oc_request **at) {
    *at = receive->next;
    if (__builtin_expect(!receive->next, true))
        oc_posted_end = at;
}

/* Notes what a receive has met. */
static inline void oc_receive_matched(struct oc_request *receive, uint32_t sender, int tag,
                                      size_t bytes) {
    receive->source = (int)(sender & 0xffff);
    receive->received_tag = tag;
    receive->received = bytes;
}

/* A transport reports a message that has arrived; `receive`, `at`: what oc_posted_find() gives.
 * `body`: the data, or, of an offered message, `body_bytes` of what the transport needs to fetch
 * them. It is copied if no receive matches yet. False: there is no memory to keep it; the transport
 * holds it back and reports it again later. */
static inline bool oc_arrive(struct oc_request *receive, struct oc_request **at,
                             const struct oc_envelope *envelope, const void *body,
                             size_t body_bytes) {
    if (!receive)
        return oc_unexpected_keep(envelope, body, body_bytes);
    oc_posted_take(receive, at);
    oc_deliver(receive, envelope, body);
    return true;
}

/* The common case of oc_arrive(): words, for which a receive with enough room is posted. False:
 * nothing has been done. */
static inline bool oc_arrive_fast(struct oc_request *receive, struct oc_request **at,
                                  uint32_t sender, int tag, const uint32_t *data, size_t bytes) {
    if (__builtin_expect(!receive || bytes > receive->bytes, false) ||
        __builtin_expect(((uintptr_t)receive->buffer | bytes) % 4 != 0, false))
        return false;
    oc_posted_take(receive, at);
    oc_receive_matched(receive, sender, tag, bytes);
    receive->pending = 0;
    oc_word *to = receive->buffer;
    for (const uint32_t *end = data + bytes / 4; data != end;)
        *to++ = *data++;
    return true;
}

#endif
