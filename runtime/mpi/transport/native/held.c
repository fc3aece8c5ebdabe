/* Messages that the process leaves in the inbox because it has no memory to keep them. */
#include "mpi/core/arrive.h"
#include "mpi/transport/native/native.h"

bool oc_transport_find_held(const struct oc_request *receive, struct oc_envelope *envelope) {
    uint32_t *line = oc_native_oldest();
    for (uint32_t count = hal_inbox_count(OC_INBOX); count; count--) {
        uint32_t length = oc_length_of(line[OC_WORD_TAG]);
        const struct oc_offer *offer = (const void *)(line + OC_HEADER_WORDS);
        *envelope = (struct oc_envelope){line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]), length,
                                         oc_is_offer(length)};
        if (envelope->offered)
            envelope->bytes = offer->bytes;
        oc_is_long(line, &envelope->bytes);
        if (oc_would_match_held(receive, envelope->sender, envelope->tag))
            return true;
        line = oc_native_line_after(line);
    }
    return false;
}
