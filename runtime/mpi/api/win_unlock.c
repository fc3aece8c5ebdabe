#include "mpi/window/check.h"
#include "mpi/window/lock.h"

int PMPI_Win_unlock(int rank, MPI_Win win) {
    struct oc_window *window = oc_enter_window("MPI_Win_unlock", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_locked(window, rank);
    if (error || rank == MPI_PROC_NULL)
        return error;
    if (window->epoch == OC_EPOCH_LOCK_ALL)
        return oc_raise_epoch(window, "all ranks are locked|MPI_Win_unlock_all");
    oc_window_complete();
    oc_lock_give(window, rank);
    if (!--window->locks)
        window->epoch = OC_EPOCH_NONE;
    return MPI_SUCCESS;
}
