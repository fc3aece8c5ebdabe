/* Headers of messages, the receiver's side. */
#include "mpi/core/arrive.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* What is kept of a message until it meets its receive. */
struct waiting_message {
    uint32_t place; /* the sender's */
    uint32_t number;
};

bool oc_take_request(struct oc_way *way, const volatile struct oc_line *line) {
    const volatile struct oc_header *header = &line->header;
    struct oc_envelope envelope = {header->source, (int)header->tag, header->length, true};
    struct waiting_message message = {(uint32_t)way->place, way->received + 1};
    struct oc_request **at, *receive = oc_posted_find(envelope.sender, envelope.tag, &at);
    if (!oc_arrive(receive, at, &envelope, &message, sizeof message))
        return false;
    oc_line_store(way, OC_LINE(taken), ++way->received);
    oc_tell_peer(way);
    return true;
}

_Static_assert(OC_PEERS <= 1 << (32 - OC_NUMBER_BITS), "a peer's number needs more bits");

void oc_transport_fetch(struct oc_request *receive, const void *body) {
    const struct waiting_message *message = body;
    struct oc_way *way = oc_way_of((int)message->place);
    receive->release = message->place << OC_NUMBER_BITS | (message->number & OC_NUMBER_MASK);
    oc_row_append(&way->lane->row, receive);
    oc_grant_next(way->lane);
}

/* ---- Grants ---- */

/* Fragments that may be written before any has been read: the two halves of a buffer. */
#define AHEAD 2

static uint32_t fragments_of(const struct oc_way *way, size_t bytes) {
    size_t half = way->through ? way->through->half : bytes;
    return bytes ? (uint32_t)((bytes + half - 1) / half) : 1;
}

static void write_grant(const struct oc_way *way, uint32_t number, size_t bytes, hal_address to) {
    oc_line_store(way, OC_LINE(granted), number);
    oc_line_store(way, OC_LINE(bytes), (uint32_t)bytes);
    oc_line_store(way, OC_LINE(to), (uint32_t)to);
    if (sizeof to > 4)
        oc_line_store(way, OC_LINE(to) + 4, (uint32_t)((uint64_t)to >> 32));
    oc_line_store(way, OC_LINE(allowed), way->granted);
}

static void grant(struct oc_way *way, struct oc_request *receive) {
    size_t bytes = receive->received < receive->bytes ? receive->received : receive->bytes;
    uint32_t fragments = fragments_of(way, bytes), first = fragments < AHEAD ? fragments : AHEAD;
    way->unread = bytes;
    way->get_turn = 0;
    way->ungranted = fragments - first;
    way->granted += first;
    write_grant(way, (uint32_t)receive->release & OC_NUMBER_MASK, bytes,
                way->through ? way->through->buffer : hal_global(receive->buffer));
    oc_tell_peer(way);
    way->get.here = receive->buffer;
    way->reads = receive;
    if (!bytes) { /* nothing more will come */
        way->reads = NULL;
        receive->pending = 0;
    }
}

void oc_grant_next(struct oc_lane *lane) {
    if (lane->busy || !lane->row.first)
        return;
    struct oc_request *receive = oc_row_pop(&lane->row);
    lane->busy = true;
    grant(oc_way_of((int)((uint32_t)receive->release >> OC_NUMBER_BITS)), receive);
}
