#include "mpi/core/segment.h"

void oc_flush_begin(struct oc_flush *flush) {
    flush->last = oc_buffered_messages;
    flush->next = oc_flushes;
    oc_flushes = flush;
}

const struct oc_request *oc_flush_next(const struct oc_flush *flush) {
    const struct oc_buffer *buffer = oc_buffer_of(flush->owner);
    const struct oc_segment *segment = buffer ? buffer->segments : NULL;
    while (segment && (!segment->send.pending || (int32_t)(segment->number - flush->last) > 0))
        segment = segment->next;
    return segment ? &segment->send : NULL;
}

void oc_flush_end(struct oc_flush *flush) {
    struct oc_flush **at = &oc_flushes;
    while (*at != flush)
        at = &(*at)->next;
    *at = flush->next;
}
