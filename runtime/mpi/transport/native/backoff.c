#include "mpi/transport/native/backoff.h"

void oc_native_back_off(const struct oc_request *send, int world) {
    oc_transport_arm_by_call();
    if (!oc_transport_progress())
        oc_sleep(oc_native_backoff_end(world), send);
}
