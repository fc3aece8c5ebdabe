/* Code that all calls that flush share; `call` is the name of the MPI function. All of them
 * complete all operations of this process, for all targets and at both ends. */
#ifndef MPI_WINDOW_FLUSH_H
#define MPI_WINDOW_FLUSH_H

#include <mpi.h>

int oc_window_flush(const char *call, int rank, MPI_Win win);
int oc_window_flush_all(const char *call, MPI_Win win);

#endif
