#include "mpi/error/errhandler.h"
#include "mpi/window/check.h"
#include "mpi/window/handler.h"

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
    struct oc_window *window = oc_enter_window("MPI_Win_set_errhandler", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_errhandler(window->comm, errhandler);
    if (!error)
        oc_window_set_errhandler(window, errhandler);
    return error;
}
