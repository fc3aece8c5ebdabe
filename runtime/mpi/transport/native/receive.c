#include "mpi/core/arrive.h"
#include "mpi/transport/native/native.h"

/* The position of the oldest message in the inbox, in words from the first line. It is static,
 * because as a global symbol it would cost two cycles per message. */
static uint32_t oldest;

uint32_t oc_native_oldest(void) {
    return oldest;
}

/* Drops the oldest message. */
static inline bool drop(void) {
    oldest = oc_native_line_after(oldest);
    hal_inbox_drop(OC_INBOX);
    return true;
}

/* Handles an offer or an unusual message. Then makes progress with pending fetches, because a
 * stream of offers leaves no other time for them. */
__attribute__((noinline)) bool
oc_native_take_other_ordinary(struct oc_request *receive, struct oc_request **at, uint32_t *line) {
    const struct oc_offer *offer = (const void *)(line + OC_HEADER_WORDS);
    if (__builtin_expect(oc_is_offer(oc_length_of(line[OC_WORD_TAG])) && receive &&
                             offer->bytes <= receive->bytes,
                         true)) {
        oc_posted_take(receive, at);
        oc_receive_matched(receive, line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]),
                           offer->bytes);
        oc_transport_fetch(receive, offer);
    } else if (line[OC_WORD_SENDER] != OC_VOID && !oc_native_arrive(receive, at, line)) {
        return oc_native_take_later(oldest);
    }
    drop();
    oc_native_complete();
    return true;
}

/* The length of an offer is not a multiple of a word, so only messages with data take the fast
 * path. */
_Static_assert(OC_OFFER % 4 != 0 && OC_ANNOTATED_OFFER % 4 != 0 && OC_LENT_OFFER % 4 != 0 &&
                   OC_LONG % 4 != 0,
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
