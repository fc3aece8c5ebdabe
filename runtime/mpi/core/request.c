#include "mpi/core/request.h"

#include "mpi/core/derived.h"

int oc_request_wait(struct oc_request *request) {
    if (*request->flag)
        oc_await(request->flag, 1, request);
    if (request->error && request->staging)
        oc_derived.detach(request);
    return request->error;
}
