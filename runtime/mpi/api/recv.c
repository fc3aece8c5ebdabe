#include "mpi/api/alias.h"
#include "mpi/core/wait.h"
#include "mpi/error/plain.h"

__attribute__((noinline, cold)) static int receive_any(void *buffer, int count, MPI_Datatype type,
                                                       int source, int tag, MPI_Comm handle,
                                                       MPI_Status *status) {
    struct oc_request request;
    struct oc_communicator *comm = oc_enter_comm("MPI_Recv", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_receive(&request, comm, buffer, count, type, source, tag);
    if (error)
        return error;
    oc_receive_start(&request);
    oc_request_wait(&request);
    return oc_finish_receive(&request, status);
}

__attribute__((noinline)) static int receive_plain(void *buffer, size_t bytes, int source, int tag,
                                                   MPI_Status *status) {
    struct oc_request request;
    oc_process.call = "MPI_Recv";
    oc_request_fill(&request, &oc_comm_world, OC_CONTEXT_USER, buffer, bytes, source, tag);
    oc_receive_start(&request);
    int error = oc_wait(&request);
    if (!error && status == MPI_STATUS_IGNORE)
        return MPI_SUCCESS;
    return oc_finish_receive(&request, status);
}

int PMPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm handle,
              MPI_Status *status) {
    size_t extent = oc_plain_extent(type);
    if (__builtin_expect(handle == oc_process.world, true) &&
        oc_is_plain(&oc_comm_world, buffer, count, extent, source, tag))
        return receive_plain(buffer, (size_t)count * extent, source, tag, status);
    return receive_any(buffer, count, type, source, tag, handle, status);
}

OC_ALIAS(MPI_Recv);
