#include "mpi/core/derived.h"
#include "mpi/error/check.h"
#include "mpi/request/exchange.h"

int oc_check_exchange(const struct oc_communicator *comm, const struct oc_message *sent,
                      const struct oc_message *received, struct oc_request *send,
                      struct oc_request *receive) {
    int error = oc_check_message(send, comm, sent, false);
    if (error)
        return error;
    error = oc_check_message(receive, comm, received, true);
    if (error)
        oc_unstage(send);
    return error;
}
