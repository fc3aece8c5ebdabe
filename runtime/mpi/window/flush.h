/* The common part of all calls that flush; `call` is the function's name. All of them complete
 * operations in the same way: at both ends and for all targets. */
#ifndef MPI_WINDOW_FLUSH_H
#define MPI_WINDOW_FLUSH_H

#include <mpi.h>

int oc_window_flush(const char *call, int rank, MPI_Win win);
int oc_window_flush_all(const char *call, MPI_Win win);

#endif
