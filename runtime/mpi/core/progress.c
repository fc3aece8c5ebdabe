#include "mpi/core/request.h"
#include "mpi/transport/transport.h"

__attribute__((weak)) void oc_progress(void) {
    while (oc_transport_progress())
        ;
}
