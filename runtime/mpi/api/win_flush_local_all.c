#include "mpi/funnel/funnel.h"
#include "mpi/window/flush.h"

int PMPI_Win_flush_local_all(MPI_Win win) {
    return oc_window_flush_all("MPI_Win_flush_local_all", win);
}

OC_FUNNELED(MPI_Win_flush_local_all);
