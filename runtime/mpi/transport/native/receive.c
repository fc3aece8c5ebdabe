#include "mpi/core/arrive.h"
#include "mpi/transport/native/native.h"

/* The line of the oldest message in the inbox; where the lines end. */
static const uint32_t *next, *end;

void oc_native_start_receiving(void) {
    next = oc_transport_block->slot[0];
    end = oc_transport_block->slot[OC_SLOTS];
}

/* Done with the oldest message. */
static inline bool drop(void) {
    const uint32_t *after = next + OC_LINE_WORDS;
    next = __builtin_expect(after == end, false) ? oc_transport_block->slot[0] : after;
    hal_inbox_drop(OC_INBOX);
    return true;
}

/* An offer, or a message that is not as most are. Then a look at what is under way: a stream of
 * offers leaves no other time for that. */
__attribute__((noinline)) static bool take_other(struct oc_request *receive, struct oc_request **at,
                                                 const uint32_t *line) {
    const void *body = line + OC_HEADER_WORDS;
    struct oc_envelope envelope = {line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]),
                                   oc_length_of(line[OC_WORD_TAG]), false};
    size_t body_bytes = envelope.bytes;
    if (__builtin_expect(envelope.bytes == OC_OFFER, true)) {
        envelope.bytes = ((const struct oc_offer *)body)->bytes;
        envelope.offered = true;
        body_bytes = sizeof(struct oc_offer);
    }
    bool taken = oc_arrive(receive, at, &envelope, body, body_bytes) && drop();
    return oc_native_follow() || taken;
}

/* The length of an offer is none of words, so only messages with data take the fast path. */
_Static_assert(OC_OFFER % 4 != 0, "an offer must not look like data");

bool oc_transport_progress(void) {
    if (__builtin_expect(!hal_inbox_count(OC_INBOX), false))
        return oc_native_follow();
    const uint32_t *line = next;
    int tag = oc_tag_of(line[OC_WORD_TAG]);
    struct oc_request **at, *receive = oc_posted_find(line[OC_WORD_SENDER], tag, &at);
    if (!oc_arrive_fast(receive, at, line[OC_WORD_SENDER], tag, line + OC_HEADER_WORDS,
                        oc_length_of(line[OC_WORD_TAG])))
        return take_other(receive, at, line);
    return drop();
}
