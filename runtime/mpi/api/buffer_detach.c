#include <string.h>

#include "mpi/api/alias.h"
#include "mpi/core/buffered.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* `address` is that of a pointer, which gets the buffer's address. */
int PMPI_Buffer_detach(void *address, int *size) {
    int error = oc_enter("MPI_Buffer_detach");
    if (error || (error = oc_check_result(NULL, address)) || (error = oc_check_result(NULL, size)))
        return error;
    if (!oc_buffer_is_attached())
        return oc_raise(NULL, MPI_ERR_BUFFER,
                        "no buffer is attached; right: MPI_Buffer_attach first", 0, 0);
    size_t bytes;
    void *buffer = oc_buffer_detach(&bytes);
    memcpy(address, &buffer, sizeof buffer);
    *size = (int)bytes;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Buffer_detach);
