#include "mpi/core/arrive.h"

#include "mpi/transport/native/native.h"

bool oc_native_arrive_ordinary(struct oc_request *receive, struct oc_request **at, uint32_t *line) {
    void *body = line + OC_HEADER_WORDS;
    struct oc_envelope envelope = {line[OC_WORD_SENDER], oc_tag_of(line[OC_WORD_TAG]),
                                   oc_length_of(line[OC_WORD_TAG]), 0};
    size_t body_bytes = envelope.bytes;
    if (oc_is_offer(envelope.bytes)) {
        struct oc_kept_offer *offer = body;
        offer->kind = (uint32_t)envelope.bytes;
        envelope.bytes = offer->offer.bytes;
        envelope.offered = offer->kind == OC_OFFER ? 1 : -1;
        body_bytes = sizeof *offer;
    }
    if (oc_is_long(line, &envelope.bytes)) {
        body = line + OC_HEADER_WORDS + OC_LONG_HEADER_BYTES / 4;
        body_bytes = envelope.bytes;
    }
    return oc_arrive(receive, at, &envelope, body, body_bytes);
}
