#include "hal/store.h"
#include "mpi/window/check.h"
#include "mpi/window/lock.h"

static int check_type(const struct oc_window *window, int type) {
    if (type == MPI_LOCK_SHARED || type == MPI_LOCK_EXCLUSIVE)
        return MPI_SUCCESS;
    return oc_raise(window->comm, MPI_ERR_LOCKTYPE,
                    "lock type # does not exist|MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE", type, 0);
}

/* A process may lock several ranks at a time. It may not lock a rank in an epoch of another
 * kind. */
static int check_epoch(const struct oc_window *window, int rank) {
    if (window->epoch != OC_EPOCH_LOCK)
        return oc_check_no_epoch(window);
    if (!window->target[rank].access)
        return MPI_SUCCESS;
    return oc_raise_epoch(window, "this process has locked the rank already|MPI_Win_unlock first");
}

/* A lock of MPI_PROC_NULL does nothing: operations on that rank are allowed without an epoch. The
 * standard has no such lock, but MPICH and Open MPI accept it. Programs use it for the neighbour
 * that a process at a border does not have. */
int PMPI_Win_lock(int type, int rank, int assertion, MPI_Win win) {
    struct oc_window *window = oc_enter_window("MPI_Win_lock", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = check_type(window, type);
    if (error || (error = oc_check_assert(window, assertion, MPI_MODE_NOCHECK)) ||
        rank == MPI_PROC_NULL || (error = oc_check_window_rank(window, rank)) ||
        (error = check_epoch(window, rank)))
        return error;
    if (assertion & MPI_MODE_NOCHECK)
        window->target[rank].access = OC_ACCESS_UNCHECKED;
    else
        oc_lock_take(window, rank, type == MPI_LOCK_EXCLUSIVE);
    hal_acquire();
    window->epoch = OC_EPOCH_LOCK;
    window->open = false;
    window->locks++;
    return MPI_SUCCESS;
}
