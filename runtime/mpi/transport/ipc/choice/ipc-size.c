/* The transport `ipc-size`: a message that is short enough travels in a mailbox message, together
 * with its data. Other messages travel as with `ipc-local`, and so do the empty messages of a
 * barrier, because they must wait for their receive (messages/barrier.c). */
#include "mpi/transport/ipc/ipc.h"

enum oc_ipc_kind oc_ipc_choose(const struct oc_ipc_peer *peer, const struct oc_request *send) {
    bool may_be_early = send->bytes || send->context == send->comm->context;
    if (send->bytes <= OC_IPC_DATA && may_be_early && !send->annotation && !peer->is_short)
        return OC_IPC_DIRECT;
    return peer->address.node == oc_ipc.address.node ? OC_IPC_SLOT : OC_IPC_REQUEST;
}
