#include "mpi/api/alias.h"
#include "mpi/error/plain.h"
#include "mpi/transport/transport.h"

static int send(struct oc_request *send) {
    oc_transport_send(send, false);
    oc_request_wait(send);
    return oc_finish_send(send);
}

__attribute__((noinline, cold)) static int send_any(const struct oc_message *message) {
    struct oc_request request;
    int error = oc_enter_message("MPI_Send", &request, message, false);
    return error || message->peer == MPI_PROC_NULL ? error : send(&request);
}

__attribute__((noinline)) static int send_plain(const void *buffer, size_t bytes, int destination,
                                                int tag) {
    struct oc_request request;
    oc_process.call = "MPI_Send";
    oc_request_fill(&request, &oc_comm_world, OC_CONTEXT_USER, buffer, bytes, destination, tag);
    return send(&request);
}

int PMPI_Send(const void *buffer, int count, MPI_Datatype type, int destination, int tag,
              MPI_Comm handle) {
    size_t extent = oc_plain_extent(type);
    if (__builtin_expect(handle == oc_process.world, true) &&
        oc_is_plain(&oc_comm_world, buffer, count, extent, destination, tag)) {
        size_t bytes = (size_t)count * extent;
        if (bytes <= *oc_transport_small)
            return oc_transport_send_small(buffer, bytes, destination, tag);
        return send_plain(buffer, bytes, destination, tag);
    }
    return send_any(&(struct oc_message){buffer, count, type, destination, tag, handle});
}

OC_ALIAS(MPI_Send);
