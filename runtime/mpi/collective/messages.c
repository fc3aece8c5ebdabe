#include "mpi/collective/collective.h"
#include "mpi/transport/transport.h"

static void fill(struct oc_request *request, const struct oc_collective *call, int peer,
                 const void *data, size_t bytes) {
    oc_request_fill(request, call->comm, call->comm->context + OC_CONTEXT_COLLECTIVE, data, bytes,
                    peer, call->tag);
}

static void finish_receive(struct oc_collective *call, struct oc_request *receive) {
    oc_coll_keep_error(call, oc_request_wait(receive));
    if (receive->received < receive->bytes)
        oc_coll_keep_error(call, MPI_ERR_COUNT);
}

void oc_coll_send(struct oc_collective *call, int peer, const void *data, size_t bytes) {
    struct oc_request send;
    fill(&send, call, peer, data, bytes);
    oc_transport_send(&send, false);
    oc_coll_keep_error(call, oc_request_wait(&send));
}

void oc_coll_receive(struct oc_collective *call, int peer, void *data, size_t bytes) {
    struct oc_request receive;
    fill(&receive, call, peer, data, bytes);
    oc_receive_start(&receive);
    finish_receive(call, &receive);
}

void oc_coll_trade(struct oc_collective *call, int to, const void *sent, size_t sent_bytes,
                   int from, void *received, size_t bytes) {
    struct oc_request send, receive;
    fill(&receive, call, from, received, bytes);
    fill(&send, call, to, sent, sent_bytes);
    oc_receive_start(&receive);
    oc_transport_send(&send, false);
    oc_coll_keep_error(call, oc_request_wait(&send));
    finish_receive(call, &receive);
}

void oc_coll_exchange(struct oc_collective *call, int to, const void *sent, int from,
                      void *received, size_t bytes) {
    oc_coll_trade(call, to, sent, bytes, from, received, bytes);
}
