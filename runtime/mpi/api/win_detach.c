#include "mpi/window/check.h"
#include "mpi/window/memory.h"

int PMPI_Win_detach(MPI_Win win, const void *base) {
    struct oc_window *window = oc_enter_window("MPI_Win_detach", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_dynamic(window);
    if (error)
        return error;
    struct oc_region **at = oc_region_place(window, base);
    if (!*at)
        return oc_raise(window->comm, MPI_ERR_RMA_ATTACH,
                        "nothing is attached at $|a base that was", (long)(intptr_t)base, 0);
    oc_region_remove(at);
    return MPI_SUCCESS;
}
