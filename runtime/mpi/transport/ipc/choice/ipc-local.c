/* The transport `ipc-local`: messages inside a cluster use a buffer slot, and other messages use a
 * request and a confirmation. */
#include "mpi/transport/ipc/ipc.h"

enum oc_ipc_kind oc_ipc_choose(const struct oc_ipc_peer *peer, const struct oc_request *send) {
    (void)send;
    return peer->address.node == oc_ipc.address.node ? OC_IPC_SLOT : OC_IPC_REQUEST;
}
