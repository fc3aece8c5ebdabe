#include "hal/store.h"
#include "mpi/window/check.h"
#include "mpi/window/exposure.h"

int PMPI_Win_wait(MPI_Win win) {
    struct oc_window *window = oc_enter_window("MPI_Win_wait", win);
    if (!window)
        return MPI_ERR_WIN;
    if (!window->posts)
        return oc_raise_epoch(window, "no exposure epoch is open|MPI_Win_post first");
    for (; window->arrived < window->posts->size; window->arrived++)
        oc_window_hear(window, oc_window_rank(window, window->posts, window->arrived),
                       OC_TAG_COMPLETE);
    hal_acquire();
    oc_group_release(window->posts);
    window->posts = NULL;
    return MPI_SUCCESS;
}
