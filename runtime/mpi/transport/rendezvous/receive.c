/* Headers of messages, the receiver's side: matched, and granted. */
#include "mpi/annotation/annotation.h"
#include "mpi/core/arrive.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* What is kept of a message until it meets its receive. */
struct waiting_message {
    uint32_t place; /* the sender's */
    uint32_t number;
    int annotation;
};

_Static_assert(OC_PEERS <= 1 << (32 - OC_NUMBER_BITS), "a peer's number needs more bits");

void oc_write_grant_plain(struct oc_way *way, const struct oc_request *receive,
                          const struct oc_grant *grant) {
    hal_address to = grant->to;
    (void)receive;
    oc_line_store(way, OC_LINE(granted), grant->number & OC_NUMBER_MASK);
    oc_line_store(way, OC_LINE(bytes), (uint32_t)grant->bytes);
    oc_line_store(way, OC_LINE(to), (uint32_t)to);
    if (sizeof to > 4)
        oc_line_store(way, OC_LINE(to) + 4, (uint32_t)((uint64_t)to >> 32));
    oc_line_store(way, OC_LINE(allowed), way->granted);
    oc_ring(way);
}

OC_PLAIN(oc_write_grant);

/* Both halves of a buffer may be written at once. */
static hal_address open_buffer(struct oc_way *way, size_t bytes) {
    const struct oc_memory *memory = way->through;
    if (bytes > memory->half) {
        way->granted++;
        if (bytes > 2 * memory->half)
            way->ungranted = bytes - 2 * memory->half;
    }
    return memory->buffer;
}

static inline void grant(struct oc_way *way, uint32_t number, struct oc_request *receive) {
    size_t bytes = receive->received < receive->bytes ? receive->received : receive->bytes;
    struct oc_grant grant = {number, bytes, 0};
    way->lane->busy = true;
    way->granted++;
    way->unread = bytes;
    way->get_turn = 0;
    way->get.here = receive->buffer;
    way->reads = receive;
    grant.to = way->through ? open_buffer(way, bytes) : hal_global(receive->buffer);
    oc_write_grant(way, receive, &grant);
    if (!bytes) { /* nothing more will come */
        way->reads = NULL;
        receive->pending = 0;
    }
}

void oc_line_up_plain(struct oc_lane *lane, struct oc_request *receive) {
    oc_row_append(&lane->row, receive);
}

OC_PLAIN(oc_line_up);

/* A receive that has met its message; whatever the line says, the peer is told. */
static inline void begin(struct oc_way *way, uint32_t number, struct oc_request *receive) {
    if (__builtin_expect(!way->lane->busy && receive->annotation != OC_GUARANTEED, true)) {
        grant(way, number, receive);
        return;
    }
    receive->release = (uint32_t)way->place << OC_NUMBER_BITS | (number & OC_NUMBER_MASK);
    oc_line_up(way->lane, receive);
    oc_lane_next(way->lane);
    oc_ring(way);
}

void oc_lane_next_plain(struct oc_lane *lane) {
    if (lane->busy || !lane->row.first)
        return;
    struct oc_request *receive = oc_row_pop(&lane->row);
    uint32_t message = (uint32_t)receive->release;
    grant(oc_way_of((int)(message >> OC_NUMBER_BITS)), message, receive);
}

OC_PLAIN(oc_lane_next);

void oc_transport_fetch(struct oc_request *receive, const void *body) {
    const struct waiting_message *message = body;
    receive->annotation = message->annotation;
    begin(oc_way_of((int)message->place), message->number, receive);
}

/* There is room for the next one. */
static void take(struct oc_way *way) {
    oc_line_store(way, OC_LINE(taken), ++way->received);
}

/* Any message; false: there is no memory to keep it. */
static bool arrive(struct oc_way *way, struct oc_request *receive, struct oc_request **at) {
    const volatile struct oc_header *header = &way->heard->header;
    struct oc_envelope envelope = {header->source, (int)(header->tag & OC_TAG_MASK), header->length,
                                   true};
    struct waiting_message message = {(uint32_t)way->place, way->received + 1,
                                      (int)(header->tag >> OC_TAG_BITS)};
    if (!oc_arrive(receive, at, &envelope, &message, sizeof message))
        return false;
    take(way);
    oc_ring(way);
    return true;
}

bool oc_take_request(struct oc_way *way) {
    const volatile struct oc_header *header = &way->heard->header;
    uint32_t sender = header->source, annotated = header->tag, bytes = header->length;
    int tag = (int)(annotated & OC_TAG_MASK);
    struct oc_request **at, *receive = oc_posted_find(sender, tag, &at);
    if (__builtin_expect(!receive || bytes > receive->bytes, false))
        return arrive(way, receive, at);
    take(way);
    oc_posted_take(receive, at);
    oc_meet(receive, sender, tag, bytes);
    receive->annotation = (int)(annotated >> OC_TAG_BITS);
    begin(way, way->received, receive);
    return true;
}
