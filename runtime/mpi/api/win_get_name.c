#include <string.h>

#include "mpi/window/check.h"

/* MPI_WIN_NULL also has a name (MPI 4.1, section 7.8). */
int PMPI_Win_get_name(MPI_Win win, char *name, int *length) {
    const char *text = "MPI_WIN_NULL";
    const struct oc_communicator *comm = NULL;
    int error = oc_enter("MPI_Win_get_name");
    if (win != MPI_WIN_NULL) {
        struct oc_window *window = oc_enter_window("MPI_Win_get_name", win);
        if (!window)
            return MPI_ERR_WIN;
        comm = window->comm;
        text = comm->name ? comm->name : "";
    }
    if (error || (error = oc_check_result(comm, name)) || (error = oc_check_result(comm, length)))
        return error;
    *length = (int)strlen(text);
    memcpy(name, text, (size_t)*length + 1);
    return MPI_SUCCESS;
}
