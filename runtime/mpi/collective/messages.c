#include "mpi/collective/messages.h"

void oc_coll_send_on_main(struct oc_collective *call, int peer, const void *data, size_t bytes) {
    struct oc_request send;
    oc_coll_start_send_here(call, &send, peer, data, bytes);
    oc_coll_finish_send_here(call, &send);
}

void oc_coll_receive_on_main(struct oc_collective *call, int peer, void *data, size_t bytes) {
    struct oc_request receive;
    oc_coll_start_receive_here(call, &receive, peer, data, bytes);
    oc_coll_finish_receive_here(call, &receive);
}

void oc_coll_sendrecv_on_main(struct oc_collective *call, int to, const void *sent,
                              size_t sent_bytes, int from, void *received, size_t bytes) {
    struct oc_request send, receive;
    oc_coll_start_receive_here(call, &receive, from, received, bytes);
    oc_coll_start_send_here(call, &send, to, sent, sent_bytes);
    oc_coll_finish_send_here(call, &send);
    oc_coll_finish_receive_here(call, &receive);
}

void oc_coll_step(struct oc_collective *call, struct oc_request *send, struct oc_request *receive,
                  bool is_posted, struct oc_request *later) {
    if (!oc_coll_step_on_fibre || !oc_coll_step_on_fibre(send, receive, is_posted, later)) {
        if (!is_posted)
            oc_receive_start(receive);
        oc_transport_send(send, false);
        if (later)
            oc_receive_start(later);
    }
    oc_coll_finish_send_here(call, send);
    oc_coll_finish_receive_here(call, receive);
}

void oc_coll_exchange(struct oc_collective *call, int to, const void *sent, int from,
                      void *received, size_t bytes) {
    oc_coll_sendrecv(call, to, sent, bytes, from, received, bytes);
}
