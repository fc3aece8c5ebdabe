/* Cancelling a send to the process itself (MPI_Cancel). */
#include "mpi/core/match.h"
#include "mpi/transport/transport.h"

/* The tag of the empty message that a process sends to itself. */
enum { MARK = 0x7fff };

/* Waits until the messages that the process has sent to itself have arrived. The function sends one
 * more message, an empty one, which arrives last, because messages between two processes keep their
 * order. A check for arrivals would not be enough: on Linux, another process may have reserved a
 * position in the queue without having filled it yet. */
static void await_own_messages(const struct oc_request *sent) {
    const struct oc_communicator *comm = sent->comm;
    uint32_t context = comm->context + OC_CONTEXT_MAKING;
    struct oc_request receive, send;
    oc_request_fill(&receive, comm, context, &receive, 0, sent->peer, MARK);
    oc_receive_start(&receive);
    oc_request_fill(&send, comm, context, &send, 0, sent->peer, MARK);
    oc_transport_send(&send, false);
    oc_request_wait(&send);
    oc_request_wait(&receive);
}

/* Cancels a send to the process itself, by receiving its message without data. */
bool oc_send_withdraw(struct oc_request *send) {
    if (!send->pending || oc_communicator_world_rank(send->comm, send->peer) != hal_place())
        return false;
    await_own_messages(send);
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
