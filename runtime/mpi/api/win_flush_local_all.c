#include "mpi/window/flush.h"

int PMPI_Win_flush_local_all(MPI_Win win) {
    return oc_window_flush_all("MPI_Win_flush_local_all", win);
}
