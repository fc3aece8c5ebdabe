#include "mpi/core/derived.h"
#include "mpi/error/check.h"
#include "mpi/request/exchange.h"

int oc_check_exchange(const struct oc_communicator *comm, const struct oc_message *sent,
                      const struct oc_message *received, struct oc_request *send,
                      struct oc_request *receive) {
    int error =
        oc_check_send(send, comm, sent->buffer, sent->count, sent->type, sent->peer, sent->tag);
    if (error)
        return error;
    error = oc_check_receive(receive, comm, received->buffer, received->count, received->type,
                             received->peer, received->tag);
    if (error)
        oc_unstage(send);
    return error;
}
