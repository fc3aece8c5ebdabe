#include "hal/store.h"
#include "mpi/core/sized.h"
#include "mpi/info/check.h"
#include "mpi/window/check.h"
#include "mpi/window/make.h"

/* Checks that the memory of a window is not in the program's constants, which other processes
 * cannot reach. */
static int check_base(const struct oc_communicator *comm, void *base, MPI_Aint size) {
    if (!size || (base && base != MPI_IN_PLACE && hal_global(base)))
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_BUFFER,
                    "base $ is not in memory that can be written|# bytes that can",
                    (long)(intptr_t)base, (long)size);
}

int OC_SIZED(PMPI_Win_create)(void *base, MPI_Aint size, oc_displ disp_unit, MPI_Info info,
                              MPI_Comm handle, MPI_Win *win) {
    struct oc_info *hints;
    struct oc_window *made;
    struct oc_communicator *comm = oc_enter_intra(OC_CALL("MPI_Win_create"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_window_part(comm, size, disp_unit, win);
    if (error || (error = check_base(comm, base, size)) ||
        (error = oc_check_info_or_null(comm, info, &hints)))
        return error;
    struct oc_window_part part = {MPI_WIN_FLAVOR_CREATE, base, size, (int)disp_unit, NULL};
    error = oc_window_make(comm, &part, hints, &made);
    return oc_give_window(comm, error, made, win);
}
