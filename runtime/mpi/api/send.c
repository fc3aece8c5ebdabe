#include "mpi/error/plain.h"
#include "mpi/request/blocking_send.h"
#include "mpi/transport/transport.h"

/* The arguments are in the same registers as in MPI_Send, so that none is moved. */
__attribute__((noinline, cold)) int oc_send_general(const void *buffer, size_t count,
                                                    MPI_Datatype type, int destination, int tag,
                                                    MPI_Comm handle, unsigned scale) {
    struct oc_request request;
    struct oc_message message = {buffer, (ptrdiff_t)count, type, destination, tag, handle};
    (void)scale;
    int error = oc_enter_message("MPI_Send", &request, &message, false);
    return error ? error : oc_send(&request);
}

int PMPI_Send(const void *buffer, int count, MPI_Datatype type, int destination, int tag,
              MPI_Comm handle) {
    unsigned scale = oc_plain_scale(type);
    if (oc_is_on_world(handle, destination) && oc_has_plain_data(buffer, count, scale)) {
        if (oc_is_plain_tag(tag))
            return oc_transport_send_plain(buffer, (size_t)count, type, destination, tag, handle,
                                           scale);
        return oc_transport_send_tagged(buffer, (size_t)count, type, destination, tag, handle,
                                        scale);
    }
    return oc_send_general(buffer, (size_t)count, type, destination, tag, handle, scale);
}
