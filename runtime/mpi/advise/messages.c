/* Messages, where they are handed to the transport and where the transport hands them over. */
#include "mpi/advise/record.h"
#include "mpi/transport/transport.h"

/* A send has been recorded. */
static bool recorded;

void oc_transport_send_recorded(struct oc_request *send, bool synchronous) {
    struct oc_record record;
    oc_record_begin(&record, OC_RECORD_SEND, send, send->peer);
    send->source = MPI_UNDEFINED;
    oc_transport_send_unrecorded(send, synchronous);
    oc_record_end(&record);
    recorded = true;
}

/* What the fast path leaves to others is recorded there. */
int oc_transport_send_plain_recorded(const void *buffer, size_t bytes, int peer, int tag) {
    struct oc_request send;
    struct oc_record record;
    oc_request_fill(&send, &oc_comm_world, OC_CONTEXT_USER, buffer, bytes, peer, tag);
    oc_record_begin(&record, OC_RECORD_SEND, &send, peer);
    recorded = false;
    int error = oc_transport_send_plain_unrecorded(buffer, bytes, peer, tag);
    if (!recorded)
        oc_record_end(&record);
    return error;
}

void oc_transport_fetch_recorded(struct oc_request *receive, const void *body) {
    struct oc_record record;
    oc_record_fill(&record, OC_RECORD_FETCH, receive, receive->source);
    oc_record_end(&record);
    oc_transport_fetch_unrecorded(receive, body);
}

void oc_receive_start_recorded(struct oc_request *receive) {
    struct oc_record record;
    oc_record_fill(&record, OC_RECORD_POST, receive, receive->peer);
    oc_record_end(&record);
    receive->source = MPI_UNDEFINED;
    oc_receive_start_unrecorded(receive);
}
