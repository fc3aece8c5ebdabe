#include "mpi/core/sized.h"
#include "mpi/info/check.h"
#include "mpi/window/check.h"
#include "mpi/window/make.h"
#include "mpi/window/shared.h"

int OC_SIZED(PMPI_Win_allocate_shared)(MPI_Aint size, oc_displ disp_unit, MPI_Info info,
                                       MPI_Comm handle, void *baseptr, MPI_Win *win) {
    struct oc_info *hints;
    struct oc_window *made;
    struct oc_communicator *comm = oc_enter_intra(OC_CALL("MPI_Win_allocate_shared"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_window_part(comm, size, disp_unit, win);
    if (error || (error = oc_check_result(comm, baseptr)) ||
        (error = oc_check_info_or_null(comm, info, &hints)) || (error = oc_check_tile(comm)))
        return error;
    struct oc_window_part part = {MPI_WIN_FLAVOR_SHARED, NULL, size, (int)disp_unit, NULL};
    error = oc_shared_allocate(comm, (size_t)size, &part.base, &part.memory);
    if (!error)
        error = oc_window_make(comm, &part, hints, &made);
    if (!error)
        *(void **)baseptr = part.base;
    return oc_give_window(comm, error, made, win);
}
