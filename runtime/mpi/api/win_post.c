#include "mpi/window/check.h"
#include "mpi/window/exposure.h"

int PMPI_Win_post(MPI_Group group, int assertion, MPI_Win win) {
    struct oc_group *origins;
    struct oc_window *window = oc_enter_window("MPI_Win_post", win);
    if (!window)
        return MPI_ERR_WIN;
    int error =
        oc_check_assert(window, assertion, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT);
    if (error || (error = oc_check_window_group(window, group, &origins)))
        return error;
    if (window->posts)
        return oc_raise_epoch(window, "the window is exposed already|MPI_Win_wait first");
    window->posts = oc_group_hold(origins);
    window->arrived = 0;
    for (int member = 0; member < origins->size && !error; member++)
        if (!(assertion & MPI_MODE_NOCHECK))
            error = oc_window_notify(window, oc_window_rank(window, origins, member), OC_TAG_POST);
    return error ? oc_raise(window->comm, error, "no memory for a message", 0, 0) : MPI_SUCCESS;
}
