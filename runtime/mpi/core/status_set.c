#include "mpi/core/status.h"

int oc_status_set(MPI_Status *status, int source, int tag, size_t bytes) {
    if (status == MPI_STATUS_IGNORE)
        return MPI_SUCCESS;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status->MPI_internal[0] = (int)(uint32_t)bytes;
    status->MPI_internal[1] = (int)(uint32_t)((uint64_t)bytes >> 32);
    return MPI_SUCCESS;
}
