#include "mpi/attribute/user.h"
#include "mpi/window/check.h"

int PMPI_Win_delete_attr(MPI_Win win, int number) {
    union oc_owner owner = {.window = win};
    struct oc_window *window = oc_enter_window("MPI_Win_delete_attr", win);
    if (!window)
        return MPI_ERR_WIN;
    return oc_user_attribute_delete(window->comm, &window->comm->attributes, OC_WINDOW_ATTRIBUTE,
                                    owner, number);
}
