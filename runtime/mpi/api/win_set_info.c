#include "mpi/info/check.h"
#include "mpi/window/check.h"
#include "mpi/window/hints.h"

int PMPI_Win_set_info(MPI_Win win, MPI_Info info) {
    struct oc_info *hints;
    struct oc_window *window = oc_enter_window("MPI_Win_set_info", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_info_or_null(window->comm, info, &hints);
    if (error || !hints)
        return error;
    if (!oc_window_hints_set(window, hints))
        return oc_raise(window->comm, MPI_ERR_NO_MEM, "no memory for hints", 0, 0);
    return MPI_SUCCESS;
}
