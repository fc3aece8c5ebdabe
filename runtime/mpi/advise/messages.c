/* Messages, where they are handed to the transport and where the transport hands them over. */
#include "mpi/advise/record.h"
#include "mpi/transport/transport.h"

__typeof__(oc_transport_send) __real_oc_transport_send, __wrap_oc_transport_send;
__typeof__(oc_transport_send_plain) __real_oc_transport_send_plain, __wrap_oc_transport_send_plain;
__typeof__(oc_transport_fetch) __real_oc_transport_fetch, __wrap_oc_transport_fetch;
__typeof__(oc_receive_start) __real_oc_receive_start, __wrap_oc_receive_start;

/* A send has been recorded. */
static bool recorded;

void __wrap_oc_transport_send(struct oc_request *send, bool synchronous) {
    struct oc_record record;
    oc_record_begin(&record, OC_RECORD_SEND, send, send->peer);
    send->source = MPI_UNDEFINED;
    __real_oc_transport_send(send, synchronous);
    oc_record_end(&record);
    recorded = true;
}

/* What the fast path leaves to others is recorded there. */
int __wrap_oc_transport_send_plain(const void *buffer, size_t bytes, int peer, int tag) {
    struct oc_request send;
    struct oc_record record;
    oc_request_fill(&send, &oc_comm_world, OC_CONTEXT_USER, buffer, bytes, peer, tag);
    oc_record_begin(&record, OC_RECORD_SEND, &send, peer);
    recorded = false;
    int error = __real_oc_transport_send_plain(buffer, bytes, peer, tag);
    if (!recorded)
        oc_record_end(&record);
    return error;
}

void __wrap_oc_transport_fetch(struct oc_request *receive, const void *body) {
    struct oc_record record;
    oc_record_fill(&record, OC_RECORD_FETCH, receive, receive->source);
    oc_record_end(&record);
    __real_oc_transport_fetch(receive, body);
}

void __wrap_oc_receive_start(struct oc_request *receive) {
    struct oc_record record;
    oc_record_fill(&record, OC_RECORD_POST, receive, receive->peer);
    oc_record_end(&record);
    receive->source = MPI_UNDEFINED;
    __real_oc_receive_start(receive);
}
