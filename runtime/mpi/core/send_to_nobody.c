#include "mpi/core/request.h"

/* A send to MPI_PROC_NULL completes at once (MPI 4.1, section 3.10). */
void oc_send_to_nobody(struct oc_request *send, bool synchronous) {
    (void)synchronous;
    send->pending = 0;
}
