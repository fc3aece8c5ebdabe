#include "hal/store.h"
#include "mpi/api/on_stack.h"
#include "mpi/collective/choose.h"
#include "mpi/window/check.h"

#define ASSERTIONS (MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED)

/* All operations that this process has started are complete at their targets before it enters the
 * barrier. */
OC_ON_STACK int PMPI_Win_fence(int assertion, MPI_Win win) {
    struct oc_window *window = oc_enter_window("MPI_Win_fence", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_assert(window, assertion, ASSERTIONS);
    if (error)
        return error;
    if (window->epoch > OC_EPOCH_FENCE || window->posts)
        return oc_raise_epoch(window, "an epoch of another kind is open|end it first");
    oc_window_complete();
    window->open = !(assertion & MPI_MODE_NOSUCCEED);
    window->epoch = window->open ? OC_EPOCH_FENCE : OC_EPOCH_NONE;
    window->used = false;
    error = oc_finish_collective(window->comm, oc_barrier(window->comm));
    hal_acquire();
    return error;
}
