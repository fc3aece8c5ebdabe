#include "mpi/core/request.h"
#include "mpi/error/plain.h"

int PMPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm handle,
              MPI_Status *status) {
    struct oc_request request;
    size_t extent = oc_plain_extent(type);
    if (__builtin_expect(handle == oc_process.world, true) &&
        oc_is_plain(&oc_comm_world, buffer, count, extent, source, tag)) {
        oc_process.call = "MPI_Recv";
        oc_request_fill(&request, &oc_comm_world, OC_CONTEXT_USER, buffer, (size_t)count * extent,
                        source, tag);
    } else {
        struct oc_message message = {buffer, count, type, source, tag, handle};
        int error = oc_enter_message("MPI_Recv", &request, &message, true);
        if (error)
            return error;
    }
    oc_receive_start(&request);
    int error = oc_request_wait(&request);
    if (__builtin_expect(!error && status == MPI_STATUS_IGNORE, true))
        return MPI_SUCCESS;
    return oc_finish_receive(&request, status);
}
