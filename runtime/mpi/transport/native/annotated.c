#include "mpi/transport/native/annotated.h"

const char oc_transport_annotations;

/* The annotation of the send that is being started. While that waits for room, other sends may be
 * started inside it. */
static int sending;

void oc_transport_send_annotated(struct oc_request *send, bool synchronous) {
    int outer = sending;
    sending = oc_annotation_take(send);
    oc_transport_send_ordinary(send, synchronous);
    sending = outer;
}

void oc_annotated_note(struct oc_request *send) {
    send->annotation = sending;
}

bool oc_annotated_put(const struct oc_request *send, uint32_t *line, size_t bytes, int world) {
    int outer = sending;
    sending = send->annotation;
    bool taken = oc_native_put(line, bytes, world);
    sending = outer;
    return taken;
}

bool oc_native_put_annotated(uint32_t *line, size_t bytes, int world) {
    struct oc_mark mark;
    struct oc_annotated_offer *offer = (void *)(line + OC_HEADER_WORDS);
    uint32_t length = oc_length_of(line[OC_WORD_TAG]);
    if (!sending)
        return oc_native_put_ordinary(line, bytes, world);
    if (oc_is_offer(length)) {
        line[OC_WORD_TAG] += OC_ANNOTATED_OFFER - length;
        offer->annotation = (uint16_t)sending;
        offer->place = (uint16_t)hal_place();
        bytes = sizeof *offer;
    }
    oc_mark_begin(&mark, sending, world, OC_MARK_PUT);
    bool taken = oc_native_put_ordinary(line, bytes, world);
    oc_mark_end(&mark);
    return taken;
}

/* Gives every offer without an annotation an empty one, so that later code need not distinguish
 * them. */
bool oc_native_take_other_annotated(struct oc_request *receive, struct oc_request **at,
                                    uint32_t *line) {
    struct oc_annotated_offer *offer = (void *)(line + OC_HEADER_WORDS);
    uint32_t length = oc_length_of(line[OC_WORD_TAG]);
    if (oc_is_offer(length) && length != OC_ANNOTATED_OFFER)
        offer->annotation = OC_UNANNOTATED;
    return oc_native_take_other_ordinary(receive, at, line);
}

bool oc_native_complete_annotated(void) {
    return oc_annotated_complete() || (oc_native_copies && oc_native_copied());
}
