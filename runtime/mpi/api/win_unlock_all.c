#include "mpi/window/check.h"
#include "mpi/window/lock.h"

int PMPI_Win_unlock_all(MPI_Win win) {
    struct oc_window *window = oc_enter_window("MPI_Win_unlock_all", win);
    if (!window)
        return MPI_ERR_WIN;
    if (window->epoch != OC_EPOCH_LOCK_ALL)
        return oc_raise_epoch(window, "not all ranks are locked|MPI_Win_lock_all first");
    oc_window_complete();
    for (int rank = 0; rank < window->comm->size; rank++)
        if (window->target[rank].access)
            oc_lock_give(window, rank);
    window->epoch = OC_EPOCH_NONE;
    return MPI_SUCCESS;
}
