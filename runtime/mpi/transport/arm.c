#include "mpi/transport/transport.h"

void oc_transport_arm_by_call(void) {
    oc_transport_arm();
}
