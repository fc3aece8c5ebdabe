#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/request/buffer.h"

int OC_SIZED(PMPI_Buffer_detach)(void *address, oc_int *size) {
    size_t bytes;
    oc_enter(OC_CALL("MPI_Buffer_detach"));
    int error = oc_check_result(NULL, size);
    if (error || (error = oc_detach_buffer(NULL, address, &bytes)))
        return error;
    *size = (oc_int)bytes;
    return MPI_SUCCESS;
}
