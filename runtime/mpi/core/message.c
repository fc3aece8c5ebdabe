/* Messages that MPI_Mprobe has found. They move from the unexpected-message queue to a list of
 * their own. */
#include "mpi/core/probe.h"

#include "mpi/transport/transport.h"

static struct oc_arrival *messages;

MPI_Message oc_message_take(struct oc_request *receive) {
    struct oc_arrival **at = oc_unexpected_find(receive);
    if (!*at) {
        while (oc_transport_progress())
            ;
        at = oc_unexpected_find(receive);
    }
    if (!*at)
        return MPI_MESSAGE_NULL;
    struct oc_arrival *message = oc_unexpected_take(at);
    message->next = messages;
    messages = message;
    return (MPI_Message)message;
}

static struct oc_arrival **link_to(MPI_Message handle) {
    struct oc_arrival **at = &messages;
    while (*at && (MPI_Message)*at != handle)
        at = &(*at)->next;
    return at;
}

struct oc_arrival *oc_message_find(MPI_Message handle) {
    return *link_to(handle);
}

struct oc_arrival *oc_message_return(MPI_Message handle) {
    struct oc_arrival **at = link_to(handle), *message = *at;
    if (message)
        *at = message->next;
    return message;
}

bool oc_messages_use(const struct oc_communicator *comm) {
    const struct oc_arrival *message = messages;
    while (message && message->envelope.sender >> 16 != comm->context + OC_CONTEXT_USER)
        message = message->next;
    return message != NULL;
}
