#include "mpi/collective/collective.h"
#include "mpi/transport/transport.h"

static void fill(struct oc_request *request, const struct oc_communicator *comm, int peer, int tag,
                 const void *data, size_t bytes) {
    oc_request_fill(request, comm, comm->context + 1, data, bytes, peer, tag);
}

static int wait_for_all_of(struct oc_request *receive) {
    int error = oc_request_wait(receive);
    return error ? error : receive->received < receive->bytes ? MPI_ERR_COUNT : MPI_SUCCESS;
}

int oc_coll_send(const struct oc_communicator *comm, int peer, int tag, const void *data,
                 size_t bytes) {
    struct oc_request send;
    fill(&send, comm, peer, tag, data, bytes);
    oc_transport_send(&send);
    return oc_request_wait(&send);
}

int oc_coll_receive(const struct oc_communicator *comm, int peer, int tag, void *data,
                    size_t bytes) {
    struct oc_request receive;
    fill(&receive, comm, peer, tag, data, bytes);
    oc_receive_start(&receive);
    return wait_for_all_of(&receive);
}

int oc_coll_exchange(const struct oc_communicator *comm, int tag, int to, const void *sent,
                     int from, void *received, size_t bytes) {
    struct oc_request send, receive;
    fill(&receive, comm, from, tag, received, bytes);
    fill(&send, comm, to, tag, sent, bytes);
    oc_receive_start(&receive);
    oc_transport_send(&send);
    int send_error = oc_request_wait(&send);
    int error = wait_for_all_of(&receive);
    return error ? error : send_error;
}
