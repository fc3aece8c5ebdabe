#include "mpi/error/errhandler.h"
#include "mpi/window/check.h"

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler) {
    struct oc_window *window = oc_enter_window("MPI_Win_get_errhandler", win);
    if (!window)
        return MPI_ERR_WIN;
    int error = oc_check_result(window->comm, errhandler);
    if (!error)
        *errhandler = oc_errhandler_give(window->comm->errhandler);
    return error;
}
