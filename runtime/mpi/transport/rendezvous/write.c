/* How the sender of a message writes its data and announces changes to the peer. */
#include "mpi/transport/rendezvous/rendezvous.h"

void oc_post_flags_ordinary(const struct oc_connection *connection,
                            const struct oc_request *request) {
    (void)request;
    oc_write_flags(connection);
    oc_ring(connection);
}

static void end_fragment(struct oc_connection *connection) {
    struct oc_request *send = connection->writes;
    connection->put.here = (char *)connection->put.here + connection->put.bytes;
    connection->unwritten -= connection->put.bytes;
    connection->put_turn++;
    connection->own_flags.written++;
    oc_post_flags(connection, send);
    if (!connection->unwritten) {
        connection->writes = NULL;
        send->pending = 0;
    }
}

/* Writes as many fragments as the peer allows. They go to the two halves of the buffer in turn.
 * Every message has at least one fragment, which may be empty. */
static void write_fragments(struct oc_connection *connection) {
    struct oc_transfer *put = &connection->put;
    while (connection->own_flags.written != connection->peer_flags.allowed) {
        put->bytes = connection->unwritten < connection->fragment ? connection->unwritten
                                                                  : connection->fragment;
        put->there =
            connection->put_turn % 2 ? connection->to + connection->fragment : connection->to;
        if (!oc_put_data(connection)) {
            connection->putting = true;
            return;
        }
        end_fragment(connection);
    }
}

void oc_put_done(struct oc_connection *connection) {
    connection->putting = false;
    end_fragment(connection);
    write_fragments(connection);
}

/* The address to which the peer lets this process write data directly. */
static hal_address target_of(const struct oc_connection *connection) {
    uint64_t to = oc_line_load(connection, OC_LINE(to));
    if (sizeof connection->to > 4)
        to |= (uint64_t)oc_line_load(connection, OC_LINE(to) + 4) << 32;
    return (hal_address)to;
}

/* Returns the announced send that the peer has granted under this number, and removes it from the
 * list of announced sends. */
static inline struct oc_request *take_requested(struct oc_connection *connection, uint32_t number) {
    struct oc_request **at = &connection->requested, *send;
    while (*oc_number_of(send = *at) != number)
        at = &send->next;
    *at = send->next;
    return send;
}

static inline void begin(struct oc_connection *connection) {
    uint32_t grant[2]; /* message number, bytes */
    hal_load_two(grant, connection->peer_line + OC_LINE(granted));
    connection->writes = take_requested(connection, grant[0]);
    connection->put.here = connection->writes->buffer;
    connection->unwritten = grant[1];
    connection->put_turn = 0;
    if (!connection->to_memory)
        connection->to = target_of(connection);
}

void oc_write_granted(struct oc_connection *connection) {
    if (!connection->writes)
        begin(connection);
    if (!connection->putting)
        write_fragments(connection);
}
