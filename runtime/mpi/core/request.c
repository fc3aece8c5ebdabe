#include "mpi/core/request.h"

int oc_request_wait(struct oc_request *request) {
    if (*request->flag)
        oc_await(request->flag, 1, request);
    return request->error;
}
