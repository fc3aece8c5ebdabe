#include "hal/store.h"
#include "mpi/window/check.h"
#include "mpi/window/exposure.h"

int PMPI_Win_test(MPI_Win win, int *flag) {
    struct oc_window *window = oc_enter_window("MPI_Win_test", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_result(window->comm, flag);
    if (error)
        return error;
    if (!window->posts)
        return oc_raise_epoch(window, "no exposure epoch is open|MPI_Win_post first");
    *flag = oc_window_exposure_ends(window);
    if (*flag) {
        hal_acquire();
        oc_group_release(window->posts);
        window->posts = NULL;
    }
    return MPI_SUCCESS;
}
