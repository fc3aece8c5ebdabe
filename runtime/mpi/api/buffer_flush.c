#include "mpi/core/buffered.h"
#include "mpi/error/check.h"
#include "mpi/funnel/funnel.h"

int PMPI_Buffer_flush(void) {
    oc_enter("MPI_Buffer_flush");
    oc_buffer_flush(oc_buffer_of(NULL));
    return MPI_SUCCESS;
}

OC_FUNNELED(MPI_Buffer_flush);
