#include "mpi/core/status.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_finish_send(const struct oc_request *send) {
    if (!send->error)
        return MPI_SUCCESS;
    return oc_raise(send->comm, send->error, "no memory for a copy of # bytes", (long)send->bytes,
                    0);
}

int oc_finish_receive(const struct oc_request *receive, MPI_Status *status) {
    size_t bytes = receive->received < receive->bytes ? receive->received : receive->bytes;
    oc_status_set(status, receive->source, receive->received_tag, bytes);
    if (!receive->error)
        return MPI_SUCCESS;
    return oc_raise(receive->comm, receive->error,
                    "message of # bytes met a buffer of #|a longer one", (long)receive->received,
                    (long)receive->bytes);
}
