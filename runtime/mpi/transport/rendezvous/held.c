/* Message headers that stay in the lines of their senders because there is no memory to keep
 * them. */
#include "mpi/core/arrive.h"
#include "mpi/error/raise.h"
#include "mpi/transport/patience.h"
#include "mpi/transport/rendezvous/rendezvous.h"

uint32_t oc_held_doorbells;

static bool is_waiting(const struct oc_connection *connection) {
    return connection->is_known && oc_has_request(connection);
}

static int tag_of(const struct oc_connection *connection) {
    return (int)(oc_line_load(connection, OC_LINE(header.tag)) & OC_TAG_MASK);
}

/* A hash of the flags of all lines. It changes whenever a line has been handled. */
static uint32_t stamp(void) {
    uint32_t sum = 0;
    for (int place = 0; place < oc_peers; place++)
        if (oc_connections[place])
            sum = 31 * sum + oc_connections[place]->peer_flags.word;
    return sum;
}

bool oc_held_doorbells_check(bool any) {
    static uint64_t end;
    static uint32_t last;
    uint32_t now = stamp();
    if (now != last || oc_transfers)
        end = 0; /* start a new time limit */
    last = now;
    if (OC_WORDS) /* a process that polls ends the job itself (poll.c) */
        return any;
    if (!oc_patience_is_over(&end, !any))
        return any;
    for (int place = 0; place < oc_peers; place++)
        if (oc_held_doorbells & oc_doorbell_bit(place) && is_waiting(oc_connection_to(place)))
            oc_die_of_held(oc_line_load(oc_connection_to(place), OC_LINE(header.length)), place,
                           tag_of(oc_connection_to(place)));
    return any;
}

bool oc_transport_find_held(const struct oc_request *receive, struct oc_envelope *envelope) {
    for (int place = 0; place < oc_peers; place++) {
        if (!(oc_held_doorbells & oc_doorbell_bit(place)))
            continue;
        const struct oc_connection *connection = oc_connection_to(place);
        if (!is_waiting(connection))
            continue;
        *envelope = (struct oc_envelope){oc_line_load(connection, OC_LINE(header.source)),
                                         tag_of(connection),
                                         oc_line_load(connection, OC_LINE(header.length)), true};
        if (oc_would_match_held(receive, envelope->sender, envelope->tag))
            return true;
    }
    return false;
}
