#include "mpi/api/sized.h"
#include "mpi/core/buffered.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int OC_SIZED(PMPI_Buffer_attach)(void *buffer, oc_int size) {
    int error = oc_enter(OC_CALL("MPI_Buffer_attach"));
    if (error || (error = oc_check_result(NULL, buffer)))
        return error;
    ptrdiff_t bytes = oc_fit(size, MPI_BYTE);
    if (bytes < 0)
        return oc_raise(NULL, MPI_ERR_ARG, "size # is negative or beyond the memory|0 or more",
                        (long)size, 0);
    if (!oc_buffer_attach(buffer, (size_t)bytes))
        return oc_raise(NULL, MPI_ERR_BUFFER,
                        "a buffer is attached already|MPI_Buffer_detach first", 0, 0);
    return MPI_SUCCESS;
}

OC_SIZED_ALIAS(MPI_Buffer_attach);
