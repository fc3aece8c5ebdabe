#include "mpi/window/check.h"
#include "mpi/window/exposure.h"

int PMPI_Win_complete(MPI_Win win) {
    struct oc_window *window = oc_enter_window("MPI_Win_complete", win);
    if (!window)
        return MPI_ERR_WIN;
    if (window->epoch != OC_EPOCH_START)
        return oc_raise_epoch(window, "no access epoch is open|MPI_Win_start first");
    int error = MPI_SUCCESS;
    oc_window_complete();
    for (int member = 0; member < window->starts->size && !error; member++) {
        int rank = oc_window_rank(window, window->starts, member);
        window->target[rank].access = OC_ACCESS_NONE;
        error = oc_window_notify(window, rank, OC_TAG_COMPLETE);
    }
    oc_group_release(window->starts);
    window->epoch = OC_EPOCH_NONE;
    return error ? oc_raise(window->comm, error, "no memory for a message", 0, 0) : MPI_SUCCESS;
}
