#include "mpi/error/plain.h"
#include "mpi/request/blocking_receive.h"
#include "mpi/transport/transport.h"

__attribute__((noinline, cold)) static int receive_any(const struct oc_message *message,
                                                       MPI_Status *status) {
    struct oc_request request;
    int error = oc_enter_message("MPI_Recv", &request, message, true);
    return error ? error : oc_receive(&request, status);
}

int PMPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm handle,
              MPI_Status *status) {
    size_t extent = oc_plain_extent(type);
    if (__builtin_expect(handle == oc_process.world, true) &&
        oc_is_plain(&oc_comm_world, buffer, count, extent, source, tag))
        return oc_transport_receive_plain(buffer, (size_t)count, extent, source, tag, status);
    return receive_any(&(struct oc_message){buffer, count, type, source, tag, handle}, status);
}
