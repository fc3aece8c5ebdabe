#include "mpi/collective/messages.h"

#define WEAK __attribute__((weak))

WEAK void oc_coll_start_send(const struct oc_collective *call, struct oc_request *send, int peer,
                             const void *data, size_t bytes) {
    oc_coll_start_send_here(call, send, peer, data, bytes);
}

WEAK void oc_coll_start_receive(const struct oc_collective *call, struct oc_request *receive,
                                int peer, void *data, size_t bytes) {
    oc_coll_start_receive_here(call, receive, peer, data, bytes);
}

WEAK void oc_coll_finish_send(struct oc_collective *call, struct oc_request *send) {
    oc_coll_finish_send_here(call, send);
}

WEAK void oc_coll_finish_receive(struct oc_collective *call, struct oc_request *receive) {
    oc_coll_finish_receive_here(call, receive);
}
