#include "mpi/error/plain.h"
#include "mpi/request/blocking_send.h"
#include "mpi/transport/transport.h"

__attribute__((noinline, cold)) static int send_any(const struct oc_message *message) {
    struct oc_request request;
    int error = oc_enter_message("MPI_Send", &request, message, false);
    return error || message->peer == MPI_PROC_NULL ? error : oc_send(&request);
}

int oc_send_checked_bytes(const void *buffer, size_t bytes, int peer, int tag) {
    return send_any(
        &(struct oc_message){buffer, (ptrdiff_t)bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD});
}

int PMPI_Send(const void *buffer, int count, MPI_Datatype type, int destination, int tag,
              MPI_Comm handle) {
    size_t extent = oc_plain_extent(type);
    if (__builtin_expect(handle == oc_process.world, true) &&
        oc_is_plain_but_tag(&oc_comm_world, buffer, count, extent, destination)) {
        if (__builtin_expect((unsigned)tag <= OC_TAG_UB, true))
            return oc_transport_send_plain(buffer, (size_t)count, extent, destination, tag);
        return oc_transport_send_tagged(buffer, (size_t)count * extent, destination, tag);
    }
    return send_any(&(struct oc_message){buffer, count, type, destination, tag, handle});
}
