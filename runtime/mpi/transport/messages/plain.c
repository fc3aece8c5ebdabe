/* Published transports have no fast path for a message of a few words. */
#include "mpi/core/datatype.h"
#include "mpi/request/blocking_receive.h"
#include "mpi/request/blocking_send.h"
#include "mpi/transport/transport.h"

int oc_transport_send_plain_direct(const void *buffer, size_t count, MPI_Datatype type, int peer,
                                   int tag, MPI_Comm handle, unsigned scale) {
    (void)type;
    (void)handle;
    return oc_send_plain(buffer, oc_scaled(count, scale), peer, tag);
}

int oc_transport_receive_plain(void *buffer, size_t count, MPI_Datatype type, int source, int tag,
                               MPI_Comm handle, MPI_Status *status, unsigned scale) {
    (void)type;
    (void)handle;
    return oc_receive_plain(buffer, oc_scaled(count, scale), source, tag, status);
}
