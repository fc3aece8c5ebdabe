/* Waiting for a request. */
#ifndef MPI_CORE_WAIT_H
#define MPI_CORE_WAIT_H

#include "mpi/core/derived.h"
#include "mpi/transport/transport.h"

/* oc_request_wait(), in the path of every message. Armed once: what comes while it is awake ends
 * the next sleep. */
static inline int oc_wait(struct oc_request *request) {
    if (request->pending) {
        oc_transport_arm();
        do
            if (__builtin_expect(!oc_transport_progress(), false) && hal_observe(&request->pending))
                oc_sleep(HAL_NEVER, request);
        while (hal_observe(&request->pending));
    }
    if (__builtin_expect(!request->error, true))
        return MPI_SUCCESS;
    if (request->staging)
        oc_derived.detach(request);
    return request->error;
}

#endif
