#include "mpi/core/status.h"

MPI_Count oc_status_bytes(const MPI_Status *status) {
    return (MPI_Count)(uint32_t)status->MPI_internal[1] << 32 | (uint32_t)status->MPI_internal[0];
}
