#include "mpi/request/blocking_receive.h"

#include "mpi/core/process.h"
#include "mpi/error/check.h"

static inline int receive_and_wait(struct oc_request *receive, MPI_Status *status) {
    oc_receive_start(receive);
    int error = oc_request_wait(receive);
    if (__builtin_expect(error || status != MPI_STATUS_IGNORE, false))
        error = oc_finish_receive(receive, status);
    return error;
}

int oc_receive(struct oc_request *receive, MPI_Status *status) {
    return receive_and_wait(receive, status);
}

int oc_receive_plain(void *buffer, size_t bytes, int source, int tag, MPI_Status *status) {
    struct oc_request receive;
    oc_process.call = "MPI_Recv";
    oc_request_fill(&receive, &oc_comm_world, OC_CONTEXT_USER, buffer, bytes, source, tag);
    return receive_and_wait(&receive, status);
}
