#include "mpi/core/copy.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* The tag for the header, with the annotation in its higher bits. */
static uint32_t tag_of(const struct oc_request *send) {
    return (uint32_t)send->tag | (uint32_t)send->annotation << OC_TAG_BITS;
}

static inline void write_words(const struct oc_connection *connection, const oc_word *from,
                               size_t bytes) {
    for (size_t at = 0; at < bytes; at += 4)
        oc_line_store(connection, OC_LINE(data) + at, *from++);
}

__attribute__((noinline, cold)) static void write_bytes(const struct oc_connection *connection,
                                                        const struct oc_request *send) {
    oc_word copy[OC_LINE_DATA_WORDS];
    memcpy(copy, send->buffer, send->bytes);
    write_words(connection, copy, send->bytes);
}

static inline void write_data(const struct oc_connection *connection,
                              const struct oc_request *send) {
    if (__builtin_expect(((uintptr_t)send->buffer | send->bytes) % 4 == 0, true))
        write_words(connection, send->buffer, send->bytes);
    else
        write_bytes(connection, send);
}

void oc_write_header(const struct oc_connection *connection, const struct oc_request *send) {
    hal_address header = connection->line + OC_LINE(header);
    if (send->bytes <= OC_LINE_DATA)
        write_data(connection, send);
    hal_store_two(header, oc_sender(send->context, send->comm->rank), (uint32_t)send->peer);
    hal_store_two(header + 8, tag_of(send), (uint32_t)(uintptr_t)MPI_BYTE);
    hal_store_two(header + 16, (uint32_t)send->bytes, connection->own_flags.word);
}

OC_DEFAULT void oc_post_header(const struct oc_connection *connection,
                               const struct oc_request *send) {
    oc_write_header(connection, send);
    oc_ring(connection);
}

/* Announces the next message. The line must have room for its header. */
static inline void ask(struct oc_connection *connection, struct oc_request *send) {
    *oc_number_of(send) = ++connection->requests & OC_NUMBER_MASK;
    send->next = connection->requested;
    connection->requested = send;
    connection->own_flags.requests += OC_REQUEST;
    oc_post_header(connection, send);
}

static inline bool has_room(const struct oc_connection *connection) {
    return (connection->peer_flags.taken & ~OC_MATCHED) == connection->own_flags.requests;
}

void oc_send_header(struct oc_connection *connection) {
    if (has_room(connection))
        ask(connection, oc_request_queue_pop(&connection->waiting));
}

void oc_end_requested(struct oc_connection *connection) {
    struct oc_request *send = connection->requested;
    connection->requested = send->next;
    send->pending = 0;
}

void oc_send_plainly(struct oc_request *send) {
    struct oc_connection *connection =
        oc_connection_to(oc_communicator_world_rank(send->comm, send->peer));
    if ((uint64_t)send->bytes >> 32) { /* the header has only 32 bits for the length */
        send->error = MPI_ERR_COUNT;
        send->pending = 0;
        return;
    }
    if (has_room(connection) && !connection->waiting.first)
        ask(connection, send);
    else
        oc_request_queue_append(&connection->waiting, send);
}

const char oc_transport_queues;

/* Every send of this transport is synchronous, so `synchronous` does not matter. */
void oc_transport_send_ordinary(struct oc_request *send, bool synchronous) {
    (void)synchronous;
    send->annotation = 0;
    oc_send_plainly(send);
}
