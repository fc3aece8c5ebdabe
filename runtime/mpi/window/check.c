#include "mpi/window/check.h"

#include <limits.h>

struct oc_window *oc_enter_other_window(MPI_Win handle) {
    oc_enter(oc_process.call);
    struct oc_window *window = oc_window_find(handle);
    if (!window)
        oc_raise(NULL, MPI_ERR_WIN, "window $ is invalid|one that has not been freed",
                 (long)(intptr_t)handle, 0);
    return window;
}

int oc_raise_window_rank(const struct oc_window *window, int rank) {
    return oc_raise(window->comm, MPI_ERR_RANK, "rank # is out of range|0 to #", rank,
                    window->comm->size - 1);
}

int oc_raise_assert(const struct oc_window *window, int assertion, int allowed) {
    return oc_raise(window->comm, MPI_ERR_ASSERT, "assertion $ is not allowed here|bits of $",
                    assertion, allowed);
}

int oc_raise_epoch(const struct oc_window *window, const char *sentence) {
    return oc_raise(window->comm, MPI_ERR_RMA_SYNC, sentence, 0, 0);
}

int oc_check_passive(const struct oc_window *window) {
    if (window->epoch == OC_EPOCH_LOCK || window->epoch == OC_EPOCH_LOCK_ALL)
        return MPI_SUCCESS;
    return oc_raise_epoch(window, "no lock is held|between MPI_Win_lock or "
                                  "MPI_Win_lock_all and the call that ends it");
}

/* Checks that this process may access a rank's memory under a lock. After MPI_Win_lock_all, it may
 * access every rank's, even if it has not taken the rank's lock yet. MPI_PROC_NULL counts as locked
 * at any time (MPI_Win_lock). */
int oc_check_lock_closely(const struct oc_window *window, int rank) {
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int error = oc_check_window_rank(window, rank);
    if (error || (error = oc_check_passive(window)))
        return error;
    if (window->epoch == OC_EPOCH_LOCK_ALL || window->target[rank].access)
        return MPI_SUCCESS;
    return oc_raise(window->comm, MPI_ERR_RMA_SYNC,
                    "rank # is not locked by this process|MPI_Win_lock before", rank, 0);
}

int oc_check_window_part(const struct oc_communicator *comm, MPI_Aint size, MPI_Aint unit,
                         const MPI_Win *window) {
    if (size < 0)
        return oc_raise(comm, MPI_ERR_SIZE, "size # is negative|0 or more", (long)size, 0);
    if (unit <= 0 || unit > INT_MAX)
        return oc_raise(comm, MPI_ERR_DISP, "displacement unit # is out of range|1 to #",
                        (long)unit, INT_MAX);
    return oc_check_result(comm, window);
}
