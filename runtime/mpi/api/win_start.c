#include "mpi/window/check.h"
#include "mpi/window/exposure.h"

/* Waits until all members of the group have called MPI_Win_post, unless MPI_MODE_NOCHECK says that
 * they have. */
int PMPI_Win_start(MPI_Group group, int assertion, MPI_Win win) {
    struct oc_group *targets;
    struct oc_window *window = oc_enter_window("MPI_Win_start", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_assert(window, assertion, MPI_MODE_NOCHECK);
    if (error || (error = oc_check_window_group(window, group, &targets)) ||
        (error = oc_check_no_epoch(window)))
        return error;
    window->epoch = OC_EPOCH_START;
    window->open = false;
    window->starts = oc_group_hold(targets);
    for (int member = 0; member < targets->size; member++) {
        int rank = oc_window_rank(window, targets, member);
        if (!(assertion & MPI_MODE_NOCHECK))
            oc_window_hear(window, rank, OC_TAG_POST);
        window->target[rank].access = OC_ACCESS_STARTED;
    }
    return MPI_SUCCESS;
}
