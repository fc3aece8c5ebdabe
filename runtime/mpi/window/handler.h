/* Error handlers of windows. */
#ifndef MPI_WINDOW_HANDLER_H
#define MPI_WINDOW_HANDLER_H

#include "mpi/window/window.h"

/* Sets a window's error handler. The handle must be valid. */
void oc_window_set_errhandler(struct oc_window *window, MPI_Errhandler handle);

#endif
