/* Events of messages: a send, the start of a receive, and its completion. The messages inside
 * collective operations are included. */
#include "mpi/core/datatype.h"
#include "mpi/profiling/events.h"
#include "mpi/request/blocking_receive.h"
#include "mpi/transport/transport.h"
#include "trace/trace.h"

OC_EVENT(oc_transport_send_plain);
OC_EVENT(oc_transport_receive_plain);

/* Whether the fast path has already recorded the current send. If the fast path then leaves the
 * send to the general path, that must not record it again. */
static bool is_kept;

static void keep(enum oc_trace_kind kind, const struct oc_request *request, int peer, int tag,
                 size_t bytes) {
    uint32_t *event = oc_trace_put(kind, 0, 5);
    event[0] = (uint32_t)(uintptr_t)request;
    event[1] = (uint32_t)(peer < 0 ? peer : oc_communicator_world_rank(request->comm, peer));
    event[2] = request->context;
    event[3] = (uint32_t)tag;
    event[4] = (uint32_t)bytes;
    oc_trace_keep(5);
}

static void send(struct oc_request *send) {
    if (!is_kept)
        keep(OC_TRACE_SEND, send, send->peer, send->tag, send->bytes);
    is_kept = false;
}

int __wrap_oc_transport_send_plain(const void *buffer, size_t count, MPI_Datatype type, int peer,
                                   int tag, MPI_Comm handle, unsigned scale) {
    struct oc_request request;
    oc_request_fill(&request, &oc_comm_world, OC_CONTEXT_USER, buffer, oc_scaled(count, scale),
                    peer, tag);
    send(&request);
    is_kept = true;
    int error = __real_oc_transport_send_plain(buffer, count, type, peer, tag, handle, scale);
    is_kept = false;
    return error;
}

/* Receives with a request, unlike the fast path that this function replaces. The events of the
 * receive need the request. */
int __wrap_oc_transport_receive_plain(void *buffer, size_t count, MPI_Datatype type, int source,
                                      int tag, MPI_Comm handle, MPI_Status *status,
                                      unsigned scale) {
    (void)type;
    (void)handle;
    return oc_receive_plain(buffer, oc_scaled(count, scale), source, tag, status);
}

static void receive(struct oc_request *receive) {
    keep(OC_TRACE_POST, receive, receive->peer, receive->tag, receive->bytes);
}

/* Records the completion of a receive. A send, or a receive from MPI_PROC_NULL, has no source. */
static void complete(struct oc_request *request, int error) {
    (void)error;
    if (request->source >= 0 && request->source < request->comm->peers)
        keep(OC_TRACE_RECEIVED, request, request->source, request->received_tag, request->received);
}

const struct oc_observer oc_trace_observer = {send, receive, NULL, complete};
