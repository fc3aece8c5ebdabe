#include "mpi/transport/rendezvous/connection.h"

#include <stdlib.h>

#include "mpi/error/raise.h"
#include "mpi/transport/rendezvous/rendezvous.h"

struct oc_connection *oc_connections[OC_PEERS];
struct oc_connection *oc_polled;

static hal_address line_in_block(int writer, int reader) {
    return hal_shared_of(reader) + OC_SHARED(slot) + (size_t)writer * sizeof(struct oc_line);
}

/* Sets up a connection without a shared memory: the peer's line is in this process' shared block,
 * and this process' line in that of the peer. */
static void set_up_straight(struct oc_connection *connection) {
    connection->fragment = SIZE_MAX;
    connection->grants = &connection->own_grants;
    connection->line = line_in_block(oc_own_place, connection->place);
    connection->peer_line = line_in_block(connection->place, oc_own_place);
    connection->is_known = true;
}

static void set_up_through(struct oc_connection *connection, const struct oc_memory *to,
                           struct oc_memory *from) {
    connection->peer_line = oc_memory_line(from, connection->place, oc_own_place);
    connection->to = oc_memory_buffer(to, connection->place);
    connection->fragment = to->half;
    connection->to_memory = to;
    connection->through = from;
    connection->grants = &from->grants;
    connection->line = oc_memory_line(to, oc_own_place, connection->place);
    for (size_t at = 0; at < sizeof(struct oc_line); at += 4)
        oc_line_store(connection, at, 0);
    oc_line_store(connection, OC_LINE(written_by), hal_job() + 1);
    connection->next_polled = oc_polled ? oc_polled->next_polled : connection;
    if (oc_polled)
        oc_polled->next_polled = connection;
    oc_polled = connection;
}

struct oc_connection *oc_connection_new(int place) {
    struct oc_memory *to = oc_memory_between(oc_own_place, place);
    struct oc_connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        oc_die(OC_FATAL, "no memory for the transport to and from rank #", place, 0);
    connection->place = place;
    connection->put =
        (struct oc_transfer){.connection = connection, .put = true, .then = oc_put_done};
    connection->get =
        (struct oc_transfer){.connection = connection, .put = false, .then = oc_get_done};
    if (to)
        set_up_through(connection, to, oc_memory_between(place, oc_own_place));
    else
        set_up_straight(connection);
    return oc_connections[place] = connection;
}
