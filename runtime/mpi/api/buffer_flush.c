#include "mpi/api/alias.h"
#include "mpi/core/buffered.h"
#include "mpi/error/check.h"

int PMPI_Buffer_flush(void) {
    int error = oc_enter("MPI_Buffer_flush");
    if (!error)
        oc_buffer_flush();
    return error;
}

OC_ALIAS(MPI_Buffer_flush);
