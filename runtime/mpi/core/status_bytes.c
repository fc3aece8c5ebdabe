#include "mpi/core/status.h"

#define CANCELLED 0x80000000u

MPI_Count oc_status_bytes(const MPI_Status *status) {
    return (MPI_Count)((uint32_t)status->MPI_internal[1] & ~CANCELLED) << 32 |
           (uint32_t)status->MPI_internal[0];
}

void oc_status_set_bytes(MPI_Status *status, MPI_Count bytes) {
    bool cancelled = oc_status_is_cancelled(status);
    status->MPI_internal[0] = (int)(uint32_t)bytes;
    status->MPI_internal[1] = (int)(uint32_t)(bytes >> 32);
    oc_status_set_cancelled(status, cancelled);
}

bool oc_status_is_cancelled(const MPI_Status *status) {
    return (uint32_t)status->MPI_internal[1] & CANCELLED;
}

void oc_status_set_cancelled(MPI_Status *status, bool cancelled) {
    uint32_t rest = (uint32_t)status->MPI_internal[1] & ~CANCELLED;
    status->MPI_internal[1] = (int)(cancelled ? rest | CANCELLED : rest);
}
