#include <string.h>

#include "mpi/api/sized.h"
#include "mpi/core/buffered.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* `address` is that of a pointer, which gets the buffer's address. */
int OC_SIZED(PMPI_Buffer_detach)(void *address, oc_int *size) {
    int error = oc_enter(OC_CALL("MPI_Buffer_detach"));
    if (error || (error = oc_check_result(NULL, address)) || (error = oc_check_result(NULL, size)))
        return error;
    if (!oc_buffer_is_attached())
        return oc_raise(NULL, MPI_ERR_BUFFER, "no buffer is attached|MPI_Buffer_attach first", 0,
                        0);
    size_t bytes;
    void *buffer = oc_buffer_detach(&bytes);
    memcpy(address, &buffer, sizeof buffer);
    *size = (oc_int)bytes;
    return MPI_SUCCESS;
}

OC_SIZED_ALIAS(MPI_Buffer_detach);
