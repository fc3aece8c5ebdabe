/* Headers that there is no memory to keep, in the lines of their senders. */
#include "mpi/core/arrive.h"
#include "mpi/transport/rendezvous/rendezvous.h"

static bool is_waiting(const struct oc_connection *connection) {
    return connection->is_known && oc_has_request(connection);
}

bool oc_transport_find_held(const struct oc_request *receive, struct oc_envelope *envelope) {
    for (int place = 0; place < oc_peers; place++) {
        if (!(oc_held_doorbells & oc_doorbell_bit(place)))
            continue;
        const struct oc_connection *connection = oc_connection_to(place);
        if (!is_waiting(connection))
            continue;
        *envelope =
            (struct oc_envelope){oc_line_load(connection, OC_LINE(header.source)),
                                 (int)(oc_line_load(connection, OC_LINE(header.tag)) & OC_TAG_MASK),
                                 oc_line_load(connection, OC_LINE(header.length)), true};
        if (oc_meets_held(receive, envelope->sender, envelope->tag))
            return true;
    }
    return false;
}
