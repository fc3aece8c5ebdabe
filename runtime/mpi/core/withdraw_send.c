#include "mpi/core/match.h"
#include "mpi/transport/transport.h"

/* A send to the process itself is withdrawn by an empty receive that matches it. */
bool oc_send_withdraw(struct oc_request *send) {
    if (!send->pending || oc_communicator_world_rank(send->comm, send->peer) != hal_place())
        return false;
    while (oc_transport_progress())
        ;
    uint32_t sender = oc_sender(send->context, send->comm->rank);
    for (struct oc_arrival **at = &oc_unexpected; *at; at = &(*at)->next) {
        const struct oc_arrival *arrival = *at;
        if (!arrival->envelope.offered || arrival->envelope.sender != sender ||
            !oc_transport_is_of(send, arrival->body))
            continue;
        struct oc_request receive;
        oc_request_fill(&receive, send->comm, send->context, &receive, 0, send->peer, send->tag);
        oc_receive_arrival(&receive, oc_unexpected_take(at));
        oc_request_wait(&receive);
        oc_request_wait(send);
        return true;
    }
    return false;
}
