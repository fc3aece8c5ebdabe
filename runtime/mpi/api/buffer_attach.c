#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/request/buffer.h"

int OC_SIZED(PMPI_Buffer_attach)(void *buffer, oc_int size) {
    oc_enter(OC_CALL("MPI_Buffer_attach"));
    return oc_attach_buffer(NULL, buffer, oc_fit(size, MPI_BYTE));
}
