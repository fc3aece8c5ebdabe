#include "mpi/core/copy.h"
#include "mpi/transport/native/native.h"

/* From so many unexpected messages on, senders of more are asked to spare this process. */
#define UNEXPECTED_LIMIT 1024

/* The line of the oldest message in the inbox. */
static const uint32_t *next;

void oc_native_start_receiving(void) {
    next = oc_transport_block->slot[0];
}

static bool take_offer(const uint32_t *line) {
    struct oc_offer offer;
    oc_copy(&offer, line + OC_HEADER_WORDS, sizeof offer);
    struct oc_envelope envelope = {line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]), offer.bytes,
                                   true};
    return oc_arrive_offer(&envelope, &offer, sizeof offer);
}

static inline bool take_small(const uint32_t *line) {
    return oc_arrive(line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]), line + OC_HEADER_WORDS,
                     oc_length_of(line[OC_WORD_TAG]));
}

__attribute__((noinline)) static bool take_other(const uint32_t *line) {
    if (oc_length_of(line[OC_WORD_TAG]) == OC_OFFER)
        return take_offer(line);
    oc_native_spare_me(line[OC_WORD_SENDER]);
    return take_small(line);
}

/* Reports the message in a line. False: it has to stay. */
static inline bool take(const uint32_t *line) {
    bool other =
        oc_length_of(line[OC_WORD_TAG]) == OC_OFFER || oc_unexpected_messages >= UNEXPECTED_LIMIT;
    if (__builtin_expect(other, false))
        return take_other(line);
    return take_small(line);
}

bool oc_transport_progress(void) {
    if (__builtin_expect(oc_native_under_way != 0, false) && oc_native_follow())
        return true;
    if (!hal_inbox_count(OC_INBOX) || !take(next))
        return false;
    next = next == oc_transport_block->slot[OC_SLOTS - 1] ? oc_transport_block->slot[0]
                                                          : next + OC_LINE_WORDS;
    hal_inbox_drop(OC_INBOX);
    return true;
}
