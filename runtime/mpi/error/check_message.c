#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

OC_DEFAULT int oc_request_attach(struct oc_request *request, ptrdiff_t count, MPI_Datatype type,
                                 bool receive) {
    (void)receive;
    return oc_check_data(request->comm, request->buffer, count, type, &request->bytes);
}

int oc_check_plain_message(struct oc_request *request, const struct oc_communicator *comm,
                           const struct oc_message *message, bool receive) {
    int peer = message->peer, tag = message->tag;
    oc_request_fill(request, comm, comm->context, message->buffer, 0, peer, tag);
    if ((unsigned)peer >= (unsigned)comm->peers && peer != MPI_PROC_NULL &&
        !(receive && peer == MPI_ANY_SOURCE))
        return oc_raise(comm, MPI_ERR_RANK,
                        "rank #|0 to #, MPI_PROC_NULL, or to receive MPI_ANY_SOURCE", peer,
                        comm->peers - 1);
    if ((unsigned)tag > OC_TAG_UB && !(receive && tag == MPI_ANY_TAG))
        return oc_raise(comm, MPI_ERR_TAG, "tag #|0 to #, or to receive MPI_ANY_TAG", tag,
                        OC_TAG_UB);
    return oc_request_attach(request, message->count, message->type, receive);
}

int oc_enter_message(const char *call, struct oc_request *request, const struct oc_message *message,
                     bool receive) {
    struct oc_communicator *comm = oc_enter_comm(call, message->comm);
    return comm ? oc_check_message(request, comm, message, receive) : MPI_ERR_COMM;
}
