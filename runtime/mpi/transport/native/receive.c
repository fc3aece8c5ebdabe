/* Compiled for speed. */
#include "mpi/core/arrive.h"
#include "mpi/transport/native/native.h"

/* Where the oldest message in the inbox is, in words from the first line on. */
static uint32_t oldest;

/* Done with it. */
static inline bool drop(void) {
    oldest = (oldest + OC_LINE_WORDS) % (OC_SLOTS * OC_LINE_WORDS);
    hal_inbox_drop(OC_INBOX);
    return true;
}

/* Any message; false: there is no memory to keep it. */
static bool arrive(struct oc_request *receive, struct oc_request **at, uint32_t *line) {
    const void *body = line + OC_HEADER_WORDS;
    struct oc_envelope envelope = {line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]),
                                   oc_length_of(line[OC_WORD_TAG]), false};
    size_t body_bytes = envelope.bytes;
    if (oc_is_offer(envelope.bytes)) {
        envelope.bytes = ((const struct oc_offer *)body)->bytes;
        envelope.offered = true;
        body_bytes = OC_OFFER_BYTES;
    }
    return oc_arrive(receive, at, &envelope, body, body_bytes);
}

/* While there is no memory to keep the oldest message, the others are looked at where they lie. One
 * that a receive has met stays there as a void one until it is the oldest. No receive matches its
 * sender, as no context is so large. */
#define VOID UINT32_MAX

__attribute__((noinline, cold)) static bool take_later(void) {
    uint32_t at = oldest;
    for (uint32_t count = hal_inbox_count(OC_INBOX); count > 1; count--) {
        at = (at + OC_LINE_WORDS) % (OC_SLOTS * OC_LINE_WORDS);
        uint32_t *line = oc_transport_block->slot[0] + at;
        struct oc_request **place, *receive;
        receive = oc_posted_find(line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]), &place);
        if (receive && arrive(receive, place, line)) {
            line[OC_WORD_SENDER] = VOID;
            return true;
        }
    }
    return oc_native_complete();
}

/* An offer, or a message that is not as most are. Then a look at what is under way: a stream of
 * offers leaves no other time for that. */
__attribute__((noinline)) bool oc_native_take_other_unannotated(struct oc_request *receive,
                                                                struct oc_request **at,
                                                                uint32_t *line) {
    const struct oc_offer *offer = (const void *)(line + OC_HEADER_WORDS);
    if (__builtin_expect(oc_is_offer(oc_length_of(line[OC_WORD_TAG])) && receive &&
                             offer->bytes <= receive->bytes,
                         true)) {
        oc_posted_take(receive, at);
        oc_receive_matched(receive, line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]),
                           offer->bytes);
        oc_transport_fetch(receive, offer);
    } else if (line[OC_WORD_SENDER] != VOID && !arrive(receive, at, line)) {
        return take_later();
    }
    drop();
    oc_native_complete();
    return true;
}

/* The length of an offer is none of words, so only messages with data take the fast path. */
_Static_assert(OC_OFFER % 4 != 0 && OC_ANNOTATED_OFFER % 4 != 0,
               "an offer must not look like data");

bool oc_transport_progress(void) {
    if (__builtin_expect(!hal_inbox_count(OC_INBOX), false))
        return oc_native_complete();
    uint32_t *line = oc_transport_block->slot[0] + oldest;
    int tag = oc_tag_of(line[OC_WORD_TAG]);
    struct oc_request **at, *receive = oc_posted_find(line[OC_WORD_SENDER], tag, &at);
    if (!oc_arrive_fast(receive, at, line[OC_WORD_SENDER], tag, line + OC_HEADER_WORDS,
                        oc_length_of(line[OC_WORD_TAG])))
        return oc_native_take_other(receive, at, line);
    return drop();
}
