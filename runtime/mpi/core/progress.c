#include "mpi/core/request.h"
#include "mpi/transport/transport.h"

void oc_progress_messages(void) {
    while (oc_transport_progress())
        ;
}
