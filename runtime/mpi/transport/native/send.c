#include <string.h>

#include "mpi/core/copy.h"
#include "mpi/transport/native/copy.h"
#include "mpi/transport/native/native.h"

static bool is_spared(int world) {
    return !oc_transport_block->small && oc_native_is_spared(world);
}

/* A function of its own, or the registers of waiting are saved for every send. */
__attribute__((noinline)) bool oc_native_put_unannotated(uint32_t *line, size_t bytes, int world) {
    return hal_inbox_put(world, OC_INBOX, line, OC_HEADER_BYTES + oc_whole_words(bytes));
}

void oc_transport_send_unannotated(struct oc_request *send, bool synchronous) {
    _Alignas(struct oc_offer) uint32_t line[OC_LINE_WORDS];
    int world = oc_communicator_world_rank(send->comm, send->peer);
    uint32_t *body = line + OC_HEADER_WORDS;
    size_t bytes = send->bytes, length = bytes;
    if (__builtin_expect(bytes > oc_native_eager_bytes, true) || synchronous || is_spared(world)) {
        struct oc_offer *offer = (struct oc_offer *)body;
        offer->data = hal_global(send->buffer);
        offer->pending = hal_global((const void *)&send->pending);
        offer->bytes = bytes;
        if (!offer->data && bytes && !oc_native_offer_copy(offer, send))
            return;
        length = OC_OFFER;
        bytes = sizeof *offer;
    } else {
        memcpy(body, send->buffer, bytes);
        send->pending = 0;
    }
    line[OC_WORD_SENDER] = oc_sender(send->context, send->comm->rank);
    line[OC_WORD_TAG] = oc_tag_word(send->tag, (uint32_t)length);
    while (!oc_native_put(line, bytes, world))
        oc_native_wait_for_room(send, world);
}
