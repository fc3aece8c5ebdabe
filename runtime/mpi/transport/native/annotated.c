#include "mpi/transport/native/annotated.h"

#include "mpi/core/copy.h"
#include "mpi/core/datatype.h"
#include "mpi/request/blocking_send.h"

const char oc_transport_annotations;

/* The annotation of the send that is being started. While that send waits for room, other sends may
 * be started within it. */
static int sending;

/* Sends messages that do not take the eager path, and refuses wrong tags. */
static __attribute__((noinline)) int send_otherwise(const void *buffer, size_t count,
                                                    unsigned scale, int peer, int tag) {
    return oc_annotation_of_tag(tag) <= OC_GUARANTEED
               ? oc_send_plain(buffer, oc_scaled(count, scale), peer, tag)
               : oc_send_checked_elements(buffer, count, scale, peer, tag);
}

/* The eager path. It is that of eager.c except for the level in the command. */
int oc_transport_send_at_level(const void *buffer, size_t count, unsigned scale, int peer,
                               int tag) {
    size_t bytes = oc_scaled(count, scale);
    uint32_t line[OC_LINE_WORDS];
    unsigned level = oc_annotation_of_tag(tag) - 1;
    if (level >= HAL_PRIORITIES || bytes >= oc_transport_block->small ||
        ((uintptr_t)buffer | bytes) % 4 != 0)
        return send_otherwise(buffer, count, scale, peer, tag);
    line[OC_WORD_SENDER] = oc_sender(OC_CONTEXT_USER, oc_comm_world.rank);
    line[OC_WORD_TAG] = oc_tag_word(tag, (uint32_t)bytes); /* drops the annotation */
    oc_copy_words(line + OC_HEADER_WORDS, buffer, bytes);
    if (!hal_inbox_put_at((int)level, peer, OC_INBOX, line, OC_HEADER_BYTES + bytes))
        return send_otherwise(buffer, count, scale, peer, tag);
    return MPI_SUCCESS;
}

void oc_transport_send_annotated(struct oc_request *send, bool synchronous) {
    int outer = sending, annotation = oc_annotation_take(send);
    if (__builtin_expect(annotation == outer, true)) {
        oc_transport_send_ordinary(send, synchronous);
        return;
    }
    sending = annotation;
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
    if (sending != OC_GUARANTEED)
        return hal_inbox_put_at(oc_annotated_level(sending), world, OC_INBOX, line,
                                OC_HEADER_BYTES + oc_whole_words(bytes));
    oc_mark_begin(&mark, sending, world, OC_MARK_PUT);
    bool taken = oc_native_put_ordinary(line, bytes, world);
    oc_mark_end(&mark);
    return taken;
}

/* Gives every offer without an annotation an empty annotation, so that later code can treat all
 * offers alike. */
bool oc_native_take_other_annotated(struct oc_request *receive, struct oc_request **at,
                                    uint32_t *line) {
    struct oc_annotated_offer *offer = (void *)(line + OC_HEADER_WORDS);
    uint32_t length = oc_length_of(line[OC_WORD_TAG]);
    if (oc_is_offer(length) && length != OC_ANNOTATED_OFFER)
        offer->annotation = OC_UNANNOTATED;
    return oc_native_take_other_ordinary(receive, at, line);
}

bool oc_native_complete_annotated(void) {
    if (__builtin_expect(oc_annotated_receives != NULL, false) && oc_annotated_complete())
        return true;
    return oc_native_complete_ordinary();
}
