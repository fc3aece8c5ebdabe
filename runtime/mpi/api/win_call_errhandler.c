#include "mpi/window/check.h"

int PMPI_Win_call_errhandler(MPI_Win win, int code) {
    struct oc_window *window = oc_enter_window("MPI_Win_call_errhandler", win);
    if (!window)
        return MPI_ERR_WIN;
    oc_raise(window->comm, code, "the program calls the error handler with code #", code, 0);
    return MPI_SUCCESS;
}
