#include "mpi/window/handler.h"

#include "mpi/error/errhandler.h"

/* Calls the error handler that the user has set on a window, which is found by its communicator.
 * The handler gets the window's handle, and may free the window. */
static int call_function(const struct oc_communicator *comm, int error) {
    struct oc_window *window = oc_windows;
    while (window->comm != comm)
        window = window->next;
    MPI_Win handle = oc_window_handle(window);
    int code = error;
    struct oc_errhandler *handler = (struct oc_errhandler *)comm->errhandler;
    ((MPI_Win_errhandler_function *)handler->function)(&handle, &code);
    return error;
}

void oc_window_set_errhandler(struct oc_window *window, MPI_Errhandler handle) {
    oc_errhandler_set(window->comm, handle);
    if (!oc_errhandler_is_predefined(handle))
        window->comm->on_error = call_function;
}
