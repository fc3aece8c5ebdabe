#include "hal/store.h"
#include "mpi/window/check.h"

/* There is only one copy of a window (MPI_WIN_UNIFIED), so only the order of accesses must be
 * ensured. */
int PMPI_Win_sync(MPI_Win win) {
    struct oc_window *window = oc_enter_window("MPI_Win_sync", win);
    if (!window)
        return MPI_ERR_WIN;
    hal_fence();
    hal_acquire();
    return MPI_SUCCESS;
}
