#include "mpi/core/send.h"

#include "mpi/transport/rendezvous/rendezvous.h"

/* Of a send that its receiver has been asked for: its number. */
static uint32_t *number_of(struct oc_request *send) {
    return &send->sender;
}

/* Of one with an annotation, in the bits above its tag. */
static uint32_t tag_of(const struct oc_request *send) {
    return (uint32_t)send->tag | (uint32_t)send->annotation << OC_TAG_BITS;
}

void oc_write_header_plain(struct oc_way *way, const struct oc_request *send) {
    size_t header = OC_LINE(header);
    oc_line_store(way, header, oc_sender(send->context, send->comm->rank));
    oc_line_store(way, header + 4, (uint32_t)send->peer);
    oc_line_store(way, header + 8, tag_of(send));
    oc_line_store(way, header + 12, (uint32_t)(uintptr_t)MPI_BYTE);
    oc_line_store(way, header + 16, (uint32_t)send->bytes);
    oc_line_store(way, OC_LINE(requests), way->requests);
    oc_ring(way);
}

OC_PLAIN(oc_write_header);

void oc_ask(struct oc_way *way) {
    if (hal_observe(&way->heard->taken) != way->requests || !way->waiting.first)
        return;
    struct oc_request *send = oc_row_pop(&way->waiting);
    *number_of(send) = ++way->requests & OC_NUMBER_MASK;
    send->next = way->asked;
    way->asked = send;
    oc_write_header(way, send);
}

struct oc_request *oc_take_asked(struct oc_way *way, uint32_t number) {
    struct oc_request **at = &way->asked, *send;
    while (*number_of(send = *at) != number)
        at = &send->next;
    *at = send->next;
    return send;
}

void oc_send_plainly(struct oc_request *send) {
    struct oc_way *way = oc_way_of(oc_communicator_world_rank(send->comm, send->peer));
    if ((uint64_t)send->bytes >> 32) { /* the header has no room for it */
        send->error = MPI_ERR_COUNT;
        send->pending = 0;
        return;
    }
    oc_row_append(&way->waiting, send);
    oc_ask(way);
}

/* Whether it is synchronous or not: every send is. */
__attribute__((weak)) void oc_transport_send(struct oc_request *send, bool synchronous) {
    (void)synchronous;
    send->annotation = 0;
    oc_send_plainly(send);
}

int oc_transport_send_plain(const void *buffer, size_t bytes, int peer, int tag) {
    return oc_send_plain(buffer, bytes, peer, tag);
}
