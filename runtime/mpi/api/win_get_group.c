#include "mpi/comm/groups.h"
#include "mpi/window/check.h"

int PMPI_Win_get_group(MPI_Win win, MPI_Group *group) {
    struct oc_window *window = oc_enter_window("MPI_Win_get_group", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_result(window->comm, group);
    if (!error)
        *group = oc_group_handle(oc_group_hold(oc_own_group_of(window->comm)));
    return error;
}
