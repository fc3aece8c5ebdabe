/* How the receiver of a message reads its data. */
#include "hal/store.h"
#include "mpi/transport/rendezvous/rendezvous.h"

static inline void complete(struct oc_connection *connection) {
    if (connection->reads)
        connection->reads->pending = 0;
    connection->grants->busy = false;
    oc_grant_next(connection->grants);
}

/* Lets the peer write one more half of the buffer. */
static void grant_more(struct oc_connection *connection) {
    size_t half = connection->through->half;
    connection->ungranted -= connection->ungranted < half ? connection->ungranted : half;
    connection->own_flags.allowed++;
    oc_post_flags(connection, connection->reads);
}

static void end_fragment(struct oc_connection *connection) {
    connection->get.here = (char *)connection->get.here + connection->get.bytes;
    connection->unread -= connection->get.bytes;
    if (connection->ungranted)
        grant_more(connection);
    if (!connection->unread)
        complete(connection);
}

/* Reads the next fragment from the two halves of the buffer in turn. Returns false while the
 * transfer is in progress. An empty message has nothing to read. */
static bool read_fragment(struct oc_connection *connection) {
    struct oc_transfer *get = &connection->get;
    size_t half = connection->through->half;
    connection->read++;
    get->bytes = connection->unread < half ? connection->unread : half;
    get->there = connection->through->buffer + (connection->get_turn++ % 2 ? half : 0);
    connection->getting = get->bytes && !oc_get_data(connection);
    return !connection->getting;
}

static void read_fragments(struct oc_connection *connection) {
    while (connection->read != connection->peer_flags.written && read_fragment(connection))
        end_fragment(connection);
}

void oc_get_done(struct oc_connection *connection) {
    connection->getting = false;
    end_fragment(connection);
    read_fragments(connection);
}

/* Reads the data that the peer has announced. Data that it has written directly are already in
 * their place. */
void oc_read_filled(struct oc_connection *connection) {
    if (!connection->through) {
        hal_acquire();
        complete(connection);
    } else if (!connection->getting)
        read_fragments(connection);
}
