#include "mpi/error/check.h"

int oc_enter_message(const char *call, struct oc_request *request, const struct oc_message *message,
                     bool receive) {
    struct oc_communicator *comm = oc_enter_comm(call, message->comm);
    return comm ? oc_check_message(request, comm, message, receive) : MPI_ERR_COMM;
}
