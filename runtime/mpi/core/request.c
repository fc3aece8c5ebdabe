#include "mpi/core/request.h"

#include "mpi/core/derived.h"

int oc_request_wait(struct oc_request *request) {
    if (request->pending)
        oc_await(&request->pending, 1, request);
    if (request->staging)
        oc_derived.detach(request);
    return request->error;
}
