#include "mpi/core/copy.h"
#include "mpi/transport/native/native.h"

static bool is_spared(int world) {
    return !oc_transport_block->small && oc_native_is_spared(world);
}

void oc_transport_send(struct oc_request *send, bool synchronous) {
    int world = oc_communicator_world_rank(send->comm, send->peer);
    size_t bytes = send->bytes;
    if (bytes > oc_native_eager_bytes || synchronous || is_spared(world)) {
        oc_native_send_offer(send, world);
        return;
    }
    uint32_t line[OC_LINE_WORDS];
    line[OC_WORD_SENDER] = oc_sender(send->context, send->comm->rank);
    line[OC_WORD_TAG] = oc_tag_word(send->tag, (uint32_t)bytes);
    oc_copy(line + OC_HEADER_WORDS, send->buffer, bytes);
    oc_native_enqueue(line, world);
    send->pending = 0;
}
