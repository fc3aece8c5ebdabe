#include "hal/store.h"
#include "mpi/window/check.h"
#include "mpi/window/lock.h"

/* The lock of another rank is acquired when the first operation on that rank needs it. If the
 * window's memory is shared, all locks are acquired at once, because the library does not see the
 * loads and stores to this memory. */
int PMPI_Win_lock_all(int assertion, MPI_Win win) {
    struct oc_window *window = oc_enter_window("MPI_Win_lock_all", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_assert(window, assertion, MPI_MODE_NOCHECK);
    if (error || (error = oc_check_no_epoch(window)))
        return error;
    window->epoch = OC_EPOCH_LOCK_ALL;
    window->open = false;
    for (int rank = 0; rank < window->comm->size; rank++)
        if (assertion & MPI_MODE_NOCHECK)
            window->target[rank].access = OC_ACCESS_UNCHECKED;
        else if (rank == window->comm->rank || window->flavor == MPI_WIN_FLAVOR_SHARED)
            oc_lock_take(window, rank, false);
    hal_acquire();
    return MPI_SUCCESS;
}
