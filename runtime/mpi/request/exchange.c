#include "mpi/request/exchange.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/core/derived.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int oc_send_from_copy(struct oc_request *send, void **copy) {
    *copy = malloc(send->bytes ? send->bytes : 1);
    if (!*copy)
        return oc_raise(send->comm, MPI_ERR_NO_MEM, "no memory for a copy of # bytes",
                        (long)send->bytes, 0);
    send->buffer = memcpy(*copy, send->buffer, send->bytes);
    return MPI_SUCCESS;
}

static int start(struct oc_user_request *receive, struct oc_user_request *send,
                 const struct oc_communicator *comm, const struct oc_message *sent,
                 const struct oc_message *received, bool replace) {
    int error = oc_check_exchange(comm, sent, received, &send->core, &receive->core);
    if (error)
        return error;
    if (replace && (error = oc_send_from_copy(&send->core, &receive->temporary))) {
        oc_unstage(&send->core);
        oc_unstage(&receive->core);
        return error;
    }
    receive->active = send->active = true;
    oc_receive_start(&receive->core);
    oc_send_checked(&send->core, OC_STANDARD);
    return MPI_SUCCESS;
}

int oc_exchange_start(const char *call, const struct oc_message *sent,
                      const struct oc_message *received, bool replace, MPI_Request *handle) {
    struct oc_communicator *comm = oc_enter_comm(call, sent->comm);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, handle);
    if (error)
        return error;
    struct oc_user_request *receive = oc_request_allocate(comm, OC_RECEIVE);
    if (!receive)
        return MPI_ERR_NO_MEM;
    receive->partner = oc_request_allocate(comm, OC_SEND);
    error = receive->partner ? start(receive, receive->partner, comm, sent, received, replace)
                             : MPI_ERR_NO_MEM;
    if (error)
        oc_user_request_free(receive);
    else
        *handle = (MPI_Request)receive;
    return error;
}
