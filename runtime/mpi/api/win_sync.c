#include "hal/store.h"
#include "mpi/window/check.h"

/* A window has only one copy of its memory (MPI_WIN_UNIFIED), so it is enough to order accesses. */
int PMPI_Win_sync(MPI_Win win) {
    struct oc_window *window = oc_enter_window("MPI_Win_sync", win);
    if (!window)
        return MPI_ERR_WIN;
    hal_fence();
    hal_acquire();
    return MPI_SUCCESS;
}
