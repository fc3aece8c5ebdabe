/* How the receiver handles message headers: it matches and grants messages. */
#include "hal/store.h"
#include "mpi/annotation/annotation.h"
#include "mpi/core/arrive.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* What is kept of a message until a receive matches it. */
struct waiting_message {
    uint32_t place; /* place of the sender */
    uint32_t number;
    int annotation;
};

_Static_assert(OC_PEERS <= 1 << (32 - OC_NUMBER_BITS), "a peer's number needs more bits");

void oc_write_grant(const struct oc_connection *connection, const struct oc_grant *grant) {
    hal_address to = grant->to;
    hal_store_two(connection->line + OC_LINE(granted), grant->number & OC_NUMBER_MASK,
                  (uint32_t)grant->bytes);
    if (!connection->through) {
        oc_line_store(connection, OC_LINE(to), (uint32_t)to);
        if (sizeof to > 4)
            oc_line_store(connection, OC_LINE(to) + 4, (uint32_t)((uint64_t)to >> 32));
    }
    oc_write_flags(connection);
}

OC_DEFAULT void oc_post_grant(const struct oc_connection *connection,
                              const struct oc_request *receive, const struct oc_grant *grant) {
    (void)receive;
    oc_write_grant(connection, grant);
    oc_ring(connection);
}

/* Lets the sender write the second half of the buffer, too, if the data do not fit into the first
 * half. */
static void open_buffer(struct oc_connection *connection, size_t bytes) {
    const struct oc_memory *memory = connection->through;
    if (bytes > memory->half) {
        connection->own_flags.allowed++;
        if (bytes > 2 * memory->half)
            connection->ungranted = bytes - 2 * memory->half;
    }
}

static inline void grant(struct oc_connection *connection, uint32_t number,
                         struct oc_request *receive) {
    size_t bytes = receive->received < receive->bytes ? receive->received : receive->bytes;
    struct oc_grant grant = {number, bytes, 0};
    connection->grants->busy = true;
    connection->own_flags.allowed++;
    connection->unread = bytes;
    connection->get_turn = 0;
    connection->get.here = receive->buffer;
    connection->reads = receive;
    if (connection->through)
        open_buffer(connection, bytes);
    else
        grant.to = hal_global(receive->buffer);
    oc_post_grant(connection, receive, &grant);
    if (!bytes) { /* the receive expects no data */
        connection->reads = NULL;
        receive->pending = 0;
    }
}

OC_DEFAULT void oc_grant_enqueue(struct oc_grant_queue *grants, struct oc_request *receive) {
    oc_request_queue_append(&grants->queue, receive);
}

/* Begins a receive that has matched its message. In either case, the peer is notified that its
 * header has been taken. */
static inline void begin(struct oc_connection *connection, uint32_t number,
                         struct oc_request *receive) {
    if (__builtin_expect(!connection->grants->busy && receive->annotation != OC_GUARANTEED, true)) {
        grant(connection, number, receive);
        return;
    }
    receive->release = (uint32_t)connection->place << OC_NUMBER_BITS | (number & OC_NUMBER_MASK);
    oc_grant_enqueue(connection->grants, receive);
    oc_grant_next(connection->grants);
    oc_post_flags(connection, receive);
}

void oc_grant_next_ordinary(struct oc_grant_queue *grants) {
    if (grants->busy || !grants->queue.first)
        return;
    struct oc_request *receive = oc_request_queue_pop(&grants->queue);
    uint32_t message = (uint32_t)receive->release;
    grant(oc_connection_to((int)(message >> OC_NUMBER_BITS)), message, receive);
}

void oc_transport_fetch(struct oc_request *receive, const void *body) {
    const struct waiting_message *message = body;
    receive->annotation = message->annotation;
    begin(oc_connection_to((int)message->place), message->number, receive);
}

bool oc_transport_is_of(const struct oc_request *send, const void *body) {
    return ((const struct waiting_message *)body)->number == send->sender;
}

/* Notes that the line has room for the next header. Does not notify the peer. */
static inline void take(struct oc_connection *connection, int met) {
    connection->received++;
    connection->own_flags.taken =
        (uint8_t)(((connection->own_flags.taken & ~OC_MATCHED) + OC_REQUEST) | met);
}

static inline void load_words(const struct oc_connection *connection, oc_word *to, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 4)
        *to++ = oc_line_load(connection, OC_LINE(data) + at);
}

__attribute__((noinline, cold)) static void load_bytes(const struct oc_connection *connection,
                                                       void *buffer, size_t bytes) {
    oc_word copy[OC_LINE_DATA_WORDS];
    load_words(connection, copy, bytes);
    memcpy(buffer, copy, bytes);
}

/* Reads the data that are in the line next to a header. */
static inline void load_data(const struct oc_connection *connection, void *buffer, size_t bytes) {
    if (__builtin_expect(((uintptr_t)buffer | bytes) % 4 == 0, true))
        load_words(connection, buffer, bytes);
    else
        load_bytes(connection, buffer, bytes);
}

/* Takes a message whose data are in the line, which completes its receive. */
static inline void take_whole(struct oc_connection *connection, struct oc_request *receive,
                              size_t bytes) {
    load_data(connection, receive->buffer, bytes);
    take(connection, OC_MATCHED);
    oc_post_flags(connection, receive);
    receive->pending = 0;
}

/* Hands a message to the matching core, even if no receive is posted or the message is longer than
 * its receive. Returns false if there is no memory to keep the message. */
static bool arrive(struct oc_connection *connection, const struct oc_envelope *envelope,
                   int annotation, struct oc_request *receive, struct oc_request **at) {
    struct waiting_message message = {(uint32_t)connection->place, connection->received + 1,
                                      annotation};
    if (!oc_arrive(receive, at, envelope, &message, sizeof message))
        return false;
    take(connection, 0);
    oc_post_flags(connection, NULL);
    return true;
}

bool oc_take_request(struct oc_connection *connection, uint32_t bytes) {
    uint32_t sender = oc_line_load(connection, OC_LINE(header.source));
    uint32_t annotated = oc_line_load(connection, OC_LINE(header.tag));
    int tag = (int)(annotated & OC_TAG_MASK), annotation = (int)(annotated >> OC_TAG_BITS);
    struct oc_request **at, *receive = oc_posted_find(sender, tag, &at);
    if (__builtin_expect(!receive || bytes > receive->bytes, false))
        return arrive(connection, &(struct oc_envelope){sender, tag, bytes, true}, annotation,
                      receive, at);
    oc_posted_take(receive, at);
    oc_receive_matched(receive, sender, tag, bytes);
    receive->annotation = annotation;
    if (bytes <= OC_LINE_DATA) {
        take_whole(connection, receive, bytes);
        return true;
    }
    take(connection, 0);
    begin(connection, connection->received, receive);
    return true;
}
