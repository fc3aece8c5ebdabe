#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

OC_DEFAULT int oc_request_attach(struct oc_request *request, ptrdiff_t count, MPI_Datatype type,
                                 bool receive) {
    (void)receive;
    return oc_check_data(request->comm, request->buffer, count, type, &request->bytes);
}

/* The default for programs without onchip_mpi.h. */
OC_DEFAULT int oc_check_high_tag(struct oc_request *request, const struct oc_communicator *comm,
                                 const struct oc_message *message, bool receive) {
    (void)request, (void)receive;
    return oc_raise(comm, MPI_ERR_TAG, "tag #|0 to #, or to receive MPI_ANY_TAG", message->tag,
                    OC_TAG_UB);
}

int oc_check_message(struct oc_request *request, const struct oc_communicator *comm,
                     const struct oc_message *message, bool receive) {
    int peer = message->peer, tag = message->tag;
    oc_request_fill(request, comm, comm->context, message->buffer, 0, peer, tag);
    if ((unsigned)peer >= (unsigned)comm->peers && peer != MPI_PROC_NULL &&
        !(receive && peer == MPI_ANY_SOURCE))
        return oc_raise(comm, MPI_ERR_RANK,
                        "rank #|0 to #, MPI_PROC_NULL, or to receive MPI_ANY_SOURCE", peer,
                        comm->peers - 1);
    if ((unsigned)tag > OC_TAG_UB && !(receive && tag == MPI_ANY_TAG))
        return oc_check_high_tag(request, comm, message, receive);
    return oc_request_attach(request, message->count, message->type, receive);
}
