#include "mpi/core/request.h"

#include "mpi/core/wait.h"

int oc_request_wait(struct oc_request *request) {
    return oc_wait(request);
}
