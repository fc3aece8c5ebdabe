#include "mpi/error/errhandler.h"

#include <stdlib.h>

static struct oc_errhandler *handlers;

struct oc_errhandler *oc_errhandler_new(MPI_Comm_errhandler_function *function) {
    struct oc_errhandler *handler = malloc(sizeof *handler);
    if (handler) {
        *handler = (struct oc_errhandler){handlers, 1, 1, function};
        handlers = handler;
    }
    return handler;
}

struct oc_errhandler *oc_errhandler_find(MPI_Errhandler handle) {
    struct oc_errhandler *handler = handlers;
    while (handler && ((MPI_Errhandler)handler != handle || !handler->handles))
        handler = handler->next;
    return handler;
}

bool oc_errhandler_is_predefined(MPI_Errhandler handle) {
    return handle == MPI_ERRORS_ARE_FATAL || handle == MPI_ERRORS_ABORT ||
           handle == MPI_ERRORS_RETURN;
}

MPI_Errhandler oc_errhandler_hold(MPI_Errhandler handle) {
    if (!oc_errhandler_is_predefined(handle))
        ((struct oc_errhandler *)handle)->references++;
    return handle;
}

MPI_Errhandler oc_errhandler_give(MPI_Errhandler handle) {
    if (!oc_errhandler_is_predefined(handle))
        ((struct oc_errhandler *)handle)->handles++;
    return oc_errhandler_hold(handle);
}

void oc_errhandler_release(MPI_Errhandler handle) {
    struct oc_errhandler *handler = (struct oc_errhandler *)handle;
    if (oc_errhandler_is_predefined(handle) || --handler->references)
        return;
    struct oc_errhandler **at = &handlers;
    while (*at != handler)
        at = &(*at)->next;
    *at = handler->next;
    free(handler);
}

static int give_back(const struct oc_communicator *comm, int error) {
    (void)comm;
    return error;
}

/* The user's function may free the communicator, so `comm` must not be used after the call. */
static int call_function(const struct oc_communicator *comm, int error) {
    MPI_Comm handle = comm->handle;
    int code = error;
    ((struct oc_errhandler *)comm->errhandler)->function(&handle, &code);
    return error;
}

void oc_errhandler_set(struct oc_communicator *comm, MPI_Errhandler handle) {
    oc_errhandler_hold(handle);
    oc_errhandler_release(comm->errhandler);
    comm->errhandler = handle;
    if (handle == MPI_ERRORS_RETURN)
        comm->on_error = give_back;
    else
        comm->on_error = oc_errhandler_is_predefined(handle) ? NULL : call_function;
}
