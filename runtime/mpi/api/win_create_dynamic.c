#include "mpi/info/check.h"
#include "mpi/window/check.h"
#include "mpi/window/make.h"

int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm handle, MPI_Win *win) {
    struct oc_info *hints;
    struct oc_window *made;
    struct oc_communicator *comm = oc_enter_intra("MPI_Win_create_dynamic", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_result(comm, win);
    if (error || (error = oc_check_info_or_null(comm, info, &hints)))
        return error;
    struct oc_window_part part = {MPI_WIN_FLAVOR_DYNAMIC, MPI_BOTTOM, 0, 1, NULL};
    error = oc_window_make(comm, &part, hints, &made);
    return oc_give_window(comm, error, made, win);
}
