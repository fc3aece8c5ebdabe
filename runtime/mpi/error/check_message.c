#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* What is wrong with a message's arguments; or nothing is, and its elements are no plain bytes. */
__attribute__((noinline)) static int explain(struct oc_request *request, ptrdiff_t count,
                                             MPI_Datatype type, bool bad_peer, bool bad_tag,
                                             bool receive) {
    if (bad_peer)
        return oc_raise(request->comm, MPI_ERR_RANK,
                        "rank # is out of range; right: 0 to #, or MPI_PROC_NULL "
                        "(when receiving, also MPI_ANY_SOURCE)",
                        request->peer, request->comm->peers - 1);
    if (bad_tag)
        return oc_raise(request->comm, MPI_ERR_TAG,
                        "tag # is out of range; right: 0 to # (when receiving, also MPI_ANY_TAG)",
                        request->tag, OC_TAG_UB);
    if (&oc_derived && !oc_datatype_extent(type))
        return oc_derived.attach(request, count, type, receive);
    return oc_check_data(request->comm, request->buffer, count, type, &request->bytes);
}

/* `any`: wildcards are allowed. */
__attribute__((noinline)) static int check(struct oc_request *request,
                                           const struct oc_communicator *comm, const void *buffer,
                                           ptrdiff_t count, MPI_Datatype type, int peer, int tag,
                                           bool any) {
    size_t extent = oc_datatype_extent(type);
    oc_request_fill(request, comm, comm->context, buffer, (size_t)count * extent, peer, tag);
    bool bad_data = !extent || count < 0 || ((uintptr_t)buffer <= (uintptr_t)MPI_IN_PLACE && count);
    bool bad_peer = (unsigned)peer >= (unsigned)comm->peers && peer != MPI_PROC_NULL &&
                    !(any && peer == MPI_ANY_SOURCE);
    bool bad_tag = (unsigned)tag > OC_TAG_UB && !(any && tag == MPI_ANY_TAG);
    if (bad_data || bad_peer || bad_tag)
        return explain(request, count, type, bad_peer, bad_tag, any);
    return MPI_SUCCESS;
}

int oc_check_send(struct oc_request *send, const struct oc_communicator *comm, const void *buffer,
                  ptrdiff_t count, MPI_Datatype type, int peer, int tag) {
    return check(send, comm, buffer, count, type, peer, tag, false);
}

int oc_check_receive(struct oc_request *receive, const struct oc_communicator *comm, void *buffer,
                     ptrdiff_t count, MPI_Datatype type, int peer, int tag) {
    return check(receive, comm, buffer, count, type, peer, tag, true);
}
