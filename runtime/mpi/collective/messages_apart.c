#include "mpi/collective/messages.h"

void oc_coll_start_send_on_main(const struct oc_collective *call, struct oc_request *send, int peer,
                                const void *data, size_t bytes) {
    oc_coll_start_send_here(call, send, peer, data, bytes);
}

void oc_coll_start_receive_on_main(const struct oc_collective *call, struct oc_request *receive,
                                   int peer, void *data, size_t bytes) {
    oc_coll_start_receive_here(call, receive, peer, data, bytes);
}

void oc_coll_finish_send_on_main(struct oc_collective *call, struct oc_request *send) {
    oc_coll_finish_send_here(call, send);
}

void oc_coll_finish_receive_on_main(struct oc_collective *call, struct oc_request *receive) {
    oc_coll_finish_receive_here(call, receive);
}
