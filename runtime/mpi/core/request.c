#include "mpi/core/request.h"

#include "mpi/core/derived.h"
#include "mpi/transport/transport.h"

/* In the path of every message. Armed once: what comes while it is awake ends the next sleep. After
 * that there is a message to be taken in first, and a request that it completes. */
int oc_request_wait_unrecorded(struct oc_request *request) {
    if (request->pending) {
        oc_transport_arm();
        for (;;) {
            bool awake = oc_transport_progress();
            if (!hal_observe(&request->pending))
                break;
            if (__builtin_expect(!awake, false))
                oc_sleep(HAL_NEVER, request);
        }
    }
    if (request->staging)
        oc_derived.detach(request);
    return request->error;
}
