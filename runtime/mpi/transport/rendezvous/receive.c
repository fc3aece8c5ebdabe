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

void oc_write_grant(const struct oc_way *way, const struct oc_grant *grant) {
    hal_address to = grant->to;
    hal_store_two(way->line + OC_LINE(granted), grant->number & OC_NUMBER_MASK,
                  (uint32_t)grant->bytes);
    if (!way->through) {
        oc_line_store(way, OC_LINE(to), (uint32_t)to);
        if (sizeof to > 4)
            oc_line_store(way, OC_LINE(to) + 4, (uint32_t)((uint64_t)to >> 32));
    }
    oc_write_flags(way);
}

void oc_tell_grant_unannotated(const struct oc_way *way, const struct oc_request *receive,
                               const struct oc_grant *grant) {
    (void)receive;
    oc_write_grant(way, grant);
    oc_ring(way);
}

/* Both halves of a buffer may be written at once. */
static void open_buffer(struct oc_way *way, size_t bytes) {
    const struct oc_memory *memory = way->through;
    if (bytes > memory->half) {
        way->said.allowed++;
        if (bytes > 2 * memory->half)
            way->ungranted = bytes - 2 * memory->half;
    }
}

static inline void grant(struct oc_way *way, uint32_t number, struct oc_request *receive) {
    size_t bytes = receive->received < receive->bytes ? receive->received : receive->bytes;
    struct oc_grant grant = {number, bytes, 0};
    way->lane->busy = true;
    way->said.allowed++;
    way->unread = bytes;
    way->get_turn = 0;
    way->get.here = receive->buffer;
    way->reads = receive;
    if (way->through)
        open_buffer(way, bytes);
    else
        grant.to = hal_global(receive->buffer);
    oc_tell_grant(way, receive, &grant);
    if (!bytes) { /* nothing more will come */
        way->reads = NULL;
        receive->pending = 0;
    }
}

void oc_line_up_unannotated(struct oc_lane *lane, struct oc_request *receive) {
    oc_row_append(&lane->row, receive);
}

/* A receive that has met its message; whatever comes of it, the peer is told what has been taken.
 */
static inline void begin(struct oc_way *way, uint32_t number, struct oc_request *receive) {
    if (__builtin_expect(!way->lane->busy && receive->annotation != OC_GUARANTEED, true)) {
        grant(way, number, receive);
        return;
    }
    receive->release = (uint32_t)way->place << OC_NUMBER_BITS | (number & OC_NUMBER_MASK);
    oc_line_up(way->lane, receive);
    oc_lane_next(way->lane);
    oc_tell_flags(way, receive);
}

void oc_lane_next_unannotated(struct oc_lane *lane) {
    if (lane->busy || !lane->row.first)
        return;
    struct oc_request *receive = oc_row_pop(&lane->row);
    uint32_t message = (uint32_t)receive->release;
    grant(oc_way_of((int)(message >> OC_NUMBER_BITS)), message, receive);
}

void oc_transport_fetch_unannotated(struct oc_request *receive, const void *body) {
    const struct waiting_message *message = body;
    receive->annotation = message->annotation;
    begin(oc_way_of((int)message->place), message->number, receive);
}

/* There is room for the next one; the peer is not told yet. */
static inline void take(struct oc_way *way, int met) {
    way->received++;
    way->said.taken = (uint8_t)(((way->said.taken & ~OC_MET) + OC_REQUEST) | met);
}

static inline void load_words(const struct oc_way *way, oc_word *to, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 4)
        *to++ = oc_line_load(way, OC_LINE(data) + at);
}

__attribute__((noinline, cold)) static void load_bytes(const struct oc_way *way, void *buffer,
                                                       size_t bytes) {
    oc_word copy[OC_LINE_DATA_WORDS];
    load_words(way, copy, bytes);
    memcpy(buffer, copy, bytes);
}

/* The data that stand beside a header. */
static inline void load_data(const struct oc_way *way, void *buffer, size_t bytes) {
    if (__builtin_expect(((uintptr_t)buffer | bytes) % 4 == 0, true))
        load_words(way, buffer, bytes);
    else
        load_bytes(way, buffer, bytes);
}

/* With its data. */
static inline void take_whole(struct oc_way *way, struct oc_request *receive, size_t bytes) {
    load_data(way, receive->buffer, bytes);
    take(way, OC_MET);
    oc_tell_flags(way, receive);
    receive->pending = 0;
}

/* Any message; false: there is no memory to keep it. */
static bool arrive(struct oc_way *way, const struct oc_envelope *envelope, int annotation,
                   struct oc_request *receive, struct oc_request **at) {
    struct waiting_message message = {(uint32_t)way->place, way->received + 1, annotation};
    if (!oc_arrive(receive, at, envelope, &message, sizeof message))
        return false;
    take(way, 0);
    oc_tell_flags(way, NULL);
    return true;
}

bool oc_take_request(struct oc_way *way, uint32_t bytes) {
    uint32_t sender = oc_line_load(way, OC_LINE(header.source));
    uint32_t annotated = oc_line_load(way, OC_LINE(header.tag));
    int tag = (int)(annotated & OC_TAG_MASK), annotation = (int)(annotated >> OC_TAG_BITS);
    struct oc_request **at, *receive = oc_posted_find(sender, tag, &at);
    if (__builtin_expect(!receive || bytes > receive->bytes, false))
        return arrive(way, &(struct oc_envelope){sender, tag, bytes, true}, annotation, receive,
                      at);
    oc_posted_take(receive, at);
    oc_meet(receive, sender, tag, bytes);
    receive->annotation = annotation;
    if (bytes <= OC_LINE_DATA) {
        take_whole(way, receive, bytes);
        return true;
    }
    take(way, 0);
    begin(way, way->received, receive);
    return true;
}
