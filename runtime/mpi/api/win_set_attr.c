#include "mpi/attribute/user.h"
#include "mpi/window/check.h"

int PMPI_Win_set_attr(MPI_Win win, int number, void *value) {
    union oc_owner owner = {.window = win};
    struct oc_window *window = oc_enter_window("MPI_Win_set_attr", win);
    if (!window)
        return MPI_ERR_WIN;
    return oc_user_attribute_set(window->comm, &window->comm->attributes, OC_WINDOW_ATTRIBUTE,
                                 owner, number, value);
}
