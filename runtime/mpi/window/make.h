/* Makes and frees windows. */
#ifndef MPI_WINDOW_MAKE_H
#define MPI_WINDOW_MAKE_H

#include "mpi/info/info.h"
#include "mpi/window/window.h"

/* What a rank contributes to a window. */
struct oc_window_part {
    int flavor;
    void *base;
    MPI_Aint size;
    int unit;
    void *memory; /* memory to be freed with the window; may be null */
};

/* Makes a window; all ranks of `comm` must call this function. `hints` may be null; `part` is null
 * if there was no memory. Returns an error class, which is the same at all ranks. After an error
 * there is no window, and the memory of `part` has been freed. */
int oc_window_make(const struct oc_communicator *comm, const struct oc_window_part *part,
                   const struct oc_info *hints, struct oc_window **made);

/* Gives the user the window's handle or, if `error` is not MPI_SUCCESS, raises it on `comm`. */
int oc_give_window(const struct oc_communicator *comm, int error, struct oc_window *made,
                   MPI_Win *handle);

/* Frees a window and all that belongs to it. The caller has deleted its attributes. All processes
 * of the window call this function; none returns before all have called it. */
void oc_window_free(struct oc_window *window);

#endif
