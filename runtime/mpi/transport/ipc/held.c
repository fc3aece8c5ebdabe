/* What happens with the incoming message while there is no memory to keep it. The process then
 * reads no further messages, so later ones stay in the kernel. */
#include "mpi/core/arrive.h"
#include "mpi/error/raise.h"
#include "mpi/transport/ipc/ipc.h"
#include "mpi/transport/patience.h"

bool oc_transport_find_held(const struct oc_request *receive, struct oc_envelope *envelope) {
    const struct oc_ipc_block *block = oc_ipc_block();
    const struct oc_ipc_message *message = (const struct oc_ipc_message *)block->in;
    if (!hal_observe(&block->arrived.state))
        return false;
    if (message->kind != OC_IPC_REQUEST && message->kind != OC_IPC_SLOT &&
        message->kind != OC_IPC_DIRECT)
        return false;
    *envelope = (struct oc_envelope){message->sender, message->tag, message->bytes,
                                     message->kind != OC_IPC_DIRECT};
    return oc_would_match_held(receive, envelope->sender, envelope->tag);
}

void oc_ipc_held_check(bool any) {
    static uint64_t end;
    const struct oc_ipc_message *message = (const struct oc_ipc_message *)oc_ipc_block()->in;
    if (oc_patience_is_over(&end, oc_ipc_is_held && !any))
        oc_die_of_held(message->bytes, oc_ipc_port(message->from.port), message->tag);
}
