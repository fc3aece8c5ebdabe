#include "mpi/core/request.h"

#include <stddef.h>

#include "mpi/core/derived.h"
#include "mpi/transport/transport.h"

#ifdef __riscv
/* `onchip run --trace` reads these members of a request at fixed offsets
 * (python/onchip/trace/probes.py). */
_Static_assert(offsetof(struct oc_request, comm) == 4 && offsetof(struct oc_request, bytes) == 12 &&
                   offsetof(struct oc_request, peer) == 16 &&
                   offsetof(struct oc_request, context) == 24 &&
                   offsetof(struct oc_request, source) == 48 &&
                   offsetof(struct oc_request, received) == 56,
               "struct oc_request as tools know it");
_Static_assert(offsetof(struct oc_communicator, context) == 4 &&
                   offsetof(struct oc_communicator, rank) == 8 &&
                   offsetof(struct oc_communicator, group) == 20 &&
                   offsetof(struct oc_group, first) == 16 &&
                   offsetof(struct oc_group, listed) == 24 &&
                   offsetof(struct oc_group, ranks) == 26,
               "communicators and groups as tools know them");
#endif

/* Waits until a request is complete. The shared block is armed only once, because any event that
 * comes while the process is awake ends its next sleep. The message that completes the request may
 * have come before that, so the loop makes progress before it sleeps. The function is not inlined,
 * so that a wait for a complete request saves no registers. */
static __attribute__((noinline)) int wait(struct oc_request *request) {
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

/* Whether the request is complete with MPI_SUCCESS is tested by one branch. A request with a
 * staging goes to wait(), because its error is OC_STAGED. */
int oc_request_wait(struct oc_request *request) {
    uint32_t pending = request->pending; /* both words are loaded before the branch */
    return pending | (uint32_t)request->error ? wait(request) : MPI_SUCCESS;
}
