#include "mpi/window/flush.h"

#include "mpi/window/check.h"

int oc_window_flush(const char *call, int rank, MPI_Win win) {
    struct oc_window *window = oc_enter_window(call, win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_locked(window, rank);
    if (!error && rank != MPI_PROC_NULL)
        oc_window_complete();
    return error;
}

int oc_window_flush_all(const char *call, MPI_Win win) {
    struct oc_window *window = oc_enter_window(call, win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_passive(window);
    if (!error)
        oc_window_complete();
    return error;
}
