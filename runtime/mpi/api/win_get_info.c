#include "mpi/info/check.h"
#include "mpi/window/check.h"
#include "mpi/window/hints.h"

int PMPI_Win_get_info(MPI_Win win, MPI_Info *info) {
    struct oc_window *window = oc_enter_window("MPI_Win_get_info", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_result(window->comm, info);
    if (error)
        return error;
    struct oc_info *copy = oc_info_new();
    if (!copy || !oc_window_hints_get(window, copy))
        return oc_no_memory_for_info(window->comm, copy);
    *info = oc_info_handle(copy);
    return MPI_SUCCESS;
}
