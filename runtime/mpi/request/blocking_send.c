#include "mpi/request/blocking_send.h"

#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/transport/transport.h"

int oc_send(struct oc_request *send) {
    if (__builtin_expect(send->peer >= 0, true))
        oc_transport_send(send, false);
    else
        oc_send_unusual(send, false);
    oc_request_wait(send);
    return oc_finish_send(send);
}

int oc_send_plain(const void *buffer, size_t bytes, int peer, int tag) {
    struct oc_request send;
    oc_process.call = "MPI_Send";
    oc_request_fill(&send, &oc_comm_world, OC_CONTEXT_USER, buffer, bytes, peer, tag);
    return oc_send(&send);
}
