#include "mpi/comm/name.h"
#include "mpi/window/check.h"

int PMPI_Win_set_name(MPI_Win win, const char *name) {
    struct oc_window *window = oc_enter_window("MPI_Win_set_name", win);
    return window ? oc_communicator_set_name(window->comm, name) : MPI_ERR_WIN;
}
