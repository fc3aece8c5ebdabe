#include "mpi/core/sized.h"
#include "mpi/window/check.h"

/* Returns the rank whose memory is queried. MPI_PROC_NULL means the first rank that contributes
 * memory. */
static int rank_asked(const struct oc_window *window, int rank) {
    if (rank != MPI_PROC_NULL)
        return rank;
    for (rank = 0; rank < window->comm->size; rank++)
        if (window->target[rank].bytes)
            return rank;
    return MPI_PROC_NULL;
}

/* Whether this process can load from a rank's memory and store to it. */
static bool is_shared(const struct oc_window *window, int rank) {
    if (rank == MPI_PROC_NULL)
        return false;
    return window->flavor == MPI_WIN_FLAVOR_SHARED || rank == window->comm->rank;
}

int OC_SIZED(PMPI_Win_shared_query)(MPI_Win win, int rank, MPI_Aint *size, oc_displ *disp_unit,
                                    void *baseptr) {
    struct oc_window *window = oc_enter_window(OC_CALL("MPI_Win_shared_query"), win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_result(window->comm, size);
    if (error || (error = oc_check_result(window->comm, disp_unit)) ||
        (error = oc_check_result(window->comm, baseptr)))
        return error;
    if (rank != MPI_PROC_NULL && (error = oc_check_window_rank(window, rank)))
        return error;
    if (window->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return oc_raise(window->comm, MPI_ERR_RMA_FLAVOR,
                        "a dynamic window has no memory of its own|another window", 0, 0);
    rank = rank_asked(window, rank);
    struct oc_target none = {.base = 0};
    const struct oc_target *target = is_shared(window, rank) ? &window->target[rank] : &none;
    *size = (MPI_Aint)target->bytes;
    *disp_unit = (oc_displ)target->unit;
    *(void **)baseptr = rank == window->comm->rank ? window->base : (void *)(uintptr_t)target->base;
    return MPI_SUCCESS;
}
