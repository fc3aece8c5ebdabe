#include <stdlib.h>

#include "mpi/error/check.h"

int PMPI_Free_mem(void *base) {
    int error = oc_enter("MPI_Free_mem");
    if (!error)
        free(base);
    return error;
}
