#include "mpi/error/plain.h"
#include "mpi/request/blocking_receive.h"
#include "mpi/transport/transport.h"

/* The general path. The arguments are in the same registers as in MPI_Recv, so that none is
 * moved. */
__attribute__((noinline, cold)) static int receive_any(void *buffer, int count, MPI_Datatype type,
                                                       int source, int tag, MPI_Comm handle,
                                                       MPI_Status *status) {
    struct oc_request request;
    struct oc_message message = {buffer, count, type, source, tag, handle};
    int error = oc_enter_message("MPI_Recv", &request, &message, true);
    return error ? error : oc_receive(&request, status);
}

int PMPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm handle,
              MPI_Status *status) {
    unsigned scale = oc_plain_scale(type);
    if (oc_is_on_world(handle, source) && oc_has_plain_data(buffer, count, scale) &&
        oc_is_plain_tag(tag))
        return oc_transport_receive_plain(buffer, (size_t)count, type, source, tag, handle, status,
                                          scale);
    return receive_any(buffer, count, type, source, tag, handle, status);
}
