#include "mpi/api/alias.h"
#include "mpi/core/buffered.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int PMPI_Buffer_attach(void *buffer, int size) {
    int error = oc_enter("MPI_Buffer_attach");
    if (error || (error = oc_check_result(NULL, buffer)))
        return error;
    if (size < 0)
        return oc_raise(NULL, MPI_ERR_ARG, "size # is negative; right: 0 or more", size, 0);
    if (!oc_buffer_attach(buffer, (size_t)size))
        return oc_raise(NULL, MPI_ERR_BUFFER,
                        "a buffer is attached already; right: MPI_Buffer_detach first", 0, 0);
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Buffer_attach);
