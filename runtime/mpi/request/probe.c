#include "mpi/request/probe.h"

#include "mpi/core/status.h"
#include "mpi/error/check.h"

int oc_probe_check(const char *call, struct oc_request *select, MPI_Comm handle, int source,
                   int tag) {
    struct oc_message wanted = {NULL, 0, MPI_BYTE, source, tag, handle};
    return oc_enter_message(call, select, &wanted, true);
}

void oc_probe_status(const struct oc_arrival *message, MPI_Status *status) {
    if (message)
        oc_status_set(status, oc_envelope_source(&message->envelope), message->envelope.tag,
                      message->envelope.bytes);
    else
        oc_status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
}
