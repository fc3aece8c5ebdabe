#include "mpi/attribute/optional.h"
#include "mpi/window/check.h"
#include "mpi/window/make.h"

int PMPI_Win_free(MPI_Win *win) {
    int error = oc_enter("MPI_Win_free");
    if (error || (error = oc_check_result(NULL, win)))
        return error;
    struct oc_window *window = oc_enter_window("MPI_Win_free", *win);
    if (!window)
        return MPI_ERR_WIN;
    if (window->epoch > OC_EPOCH_FENCE || window->posts)
        return oc_raise_epoch(window, "an epoch is open|end it first");
    if (window->comm->attributes) {
        union oc_owner owner = {.window = *win};
        if ((error = oc_attributes_delete(&window->comm->attributes, owner)))
            return oc_raise(window->comm, error, "an attribute's delete function returned #", error,
                            0);
    }
    oc_window_free(window);
    *win = MPI_WIN_NULL;
    return MPI_SUCCESS;
}
