#include "mpi/core/request.h"
#include "mpi/transport/transport.h"

void oc_await_until(bool (*holds)(void *context), void *context, const struct oc_request *why) {
    oc_transport_arm();
    while (!holds(context)) {
        bool awake = false;
        while (oc_transport_progress())
            awake = true;
        if (!awake && !holds(context))
            oc_sleep(HAL_NEVER, why);
    }
}
