#include "mpi/core/request.h"

void oc_request_fill(struct oc_request *request, const struct oc_communicator *comm,
                     uint32_t context, const void *buffer, size_t bytes, int peer, int tag) {
    request->comm = comm;
    request->context = context;
    request->buffer = (void *)buffer;
    request->bytes = bytes;
    request->peer = peer;
    request->tag = tag;
    request->pending = 1;
    request->flag = &request->pending;
    request->error = MPI_SUCCESS;
}

int oc_request_wait(struct oc_request *request) {
    if (*request->flag)
        oc_await(request->flag, 1, request);
    return request->error;
}
