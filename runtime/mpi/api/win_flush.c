#include "mpi/window/flush.h"

int PMPI_Win_flush(int rank, MPI_Win win) {
    return oc_window_flush("MPI_Win_flush", rank, win);
}
