#include <stdlib.h>

#include "mpi/error/check.h"
#include "mpi/funnel/funnel.h"

int PMPI_Free_mem(void *base) {
    int error = oc_enter("MPI_Free_mem");
    if (!error)
        free(base);
    return error;
}

OC_FUNNELED(MPI_Free_mem);
