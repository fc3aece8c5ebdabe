#include "mpi/transport/native/room.h"

void oc_native_wait_for_room(const struct oc_request *send, int world) {
    oc_transport_arm();
    if (!oc_transport_progress())
        oc_sleep(oc_native_try_again_at(world), send);
}
