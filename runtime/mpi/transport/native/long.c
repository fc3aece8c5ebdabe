#include "mpi/transport/native/native.h"

bool oc_native_put_long(struct oc_request *send, int world) {
    uint32_t head[OC_HEADER_WORDS + OC_LONG_HEADER_BYTES / 4] = {
        [OC_WORD_SENDER] = oc_sender(send->context, send->comm->rank),
        [OC_WORD_TAG] = oc_tag_word(send->tag, OC_LONG),
        [OC_HEADER_WORDS] = (uint32_t)send->bytes,
    };
    if (!hal_inbox_put_two(world, OC_INBOX, head, sizeof head, send->buffer, send->bytes))
        return false;
    send->pending = 0;
    return true;
}
