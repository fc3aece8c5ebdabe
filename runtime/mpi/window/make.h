/* Windows from beginning to end. */
#ifndef MPI_WINDOW_MAKE_H
#define MPI_WINDOW_MAKE_H

#include "mpi/info/info.h"
#include "mpi/window/window.h"

/* What a rank gives to a window. */
struct oc_window_part {
    int flavor;
    void *base;
    MPI_Aint size;
    int unit;
    void *memory; /* to be freed with the window; null: nothing */
};

/* Called by all of `comm`; `hints` may be null; `part` null: there was no memory. Gives an error
 * class, the same everywhere: then there is no window, and the memory is freed. */
int oc_window_make(const struct oc_communicator *comm, const struct oc_window_part *part,
                   const struct oc_info *hints, struct oc_window **made);

/* The handle for the user; raises the error on `comm`, if there was one. */
int oc_give_window(const struct oc_communicator *comm, int error, struct oc_window *made,
                   MPI_Win *handle);

/* Frees a window, with all that belongs to it but attributes, which are deleted before. All of its
 * processes call this; none returns before all have called it. */
void oc_window_free(struct oc_window *window);

#endif
