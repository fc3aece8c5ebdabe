#include "mpi/window/flush.h"

int PMPI_Win_flush_local(int rank, MPI_Win win) {
    return oc_window_flush("MPI_Win_flush_local", rank, win);
}
