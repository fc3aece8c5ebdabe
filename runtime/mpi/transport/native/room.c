#include "mpi/transport/native/native.h"

/* How long to sleep before trying again, in cycles: about what a receiver needs for a quarter of a
 * full inbox. */
#define PAUSE 2048

/* A receiver that has ended takes nothing out: then there is nothing to try, and whoever sees this
 * process asleep without a deadline can tell why. */
static uint64_t try_again_at(int world) {
    return hal_has_ended(world) ? HAL_NEVER : hal_cycles() + PAUSE;
}

void oc_native_wait_for_room(const struct oc_request *send, int world) {
    oc_transport_arm();
    if (!oc_transport_progress())
        oc_sleep(try_again_at(world), send);
}
