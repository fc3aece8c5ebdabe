#include "mpi/error/check.h"
#include "mpi/error/raise.h"

static int check(struct oc_request *request, const struct oc_communicator *comm, const void *buffer,
                 int count, MPI_Datatype type, int peer, int tag) {
    size_t bytes;
    int error = oc_check_data(comm, buffer, count, type, &bytes);
    if (error)
        return error;
    if (peer != MPI_PROC_NULL && (peer < 0 || peer >= comm->size))
        return oc_raise(comm, MPI_ERR_RANK,
                        "rank # is out of range; right: 0 to #, or MPI_PROC_NULL "
                        "(when receiving, also MPI_ANY_SOURCE)",
                        peer, comm->size - 1);
    if (tag < 0 || tag > OC_TAG_UB)
        return oc_raise(comm, MPI_ERR_TAG,
                        "tag # is out of range; right: 0 to # (when receiving, also MPI_ANY_TAG)",
                        tag, OC_TAG_UB);
    oc_request_fill(request, comm, comm->context, buffer, bytes, peer, tag);
    return MPI_SUCCESS;
}

int oc_check_send(struct oc_request *send, const struct oc_communicator *comm, const void *buffer,
                  int count, MPI_Datatype type, int peer, int tag) {
    return check(send, comm, buffer, count, type, peer, tag);
}

int oc_check_receive(struct oc_request *receive, const struct oc_communicator *comm, void *buffer,
                     int count, MPI_Datatype type, int peer, int tag) {
    int error = check(receive, comm, buffer, count, type,
                      peer == MPI_ANY_SOURCE ? MPI_PROC_NULL : peer, tag == MPI_ANY_TAG ? 0 : tag);
    receive->peer = peer;
    receive->tag = tag;
    return error;
}
