#include "mpi/core/datatype.h"
#include "mpi/error/check.h"

int oc_check_view(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                  MPI_Datatype type, int access, struct oc_view *view) {
    return oc_check_views(comm, buffer, count, 1, type, access, view);
}

int oc_check_views(const struct oc_communicator *comm, const void *buffer, ptrdiff_t count,
                   int blocks, MPI_Datatype type, int access, struct oc_view *view) {
    if (&oc_derived && !oc_datatype_extent(type)) {
        MPI_Count all;
        if (__builtin_mul_overflow((MPI_Count)count, blocks, &all))
            all = -1;
        return oc_derived.view(view, comm, buffer, all, type, access);
    }
    int error = oc_check_data(comm, buffer, count, type, &view->bytes);
    view->data = (void *)buffer;
    /* A negative count raises the error for a total length that does not fit into a word. */
    if (!error && __builtin_mul_overflow(view->bytes, (size_t)blocks, &view->bytes))
        error = oc_check_data(comm, buffer, PTRDIFF_MIN, type, &view->bytes);
    view->staging = NULL;
    return error;
}
