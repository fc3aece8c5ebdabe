/* Requests of operations (MPI 4.1, section 12.3.5). */
#ifndef MPI_WINDOW_REQUEST_H
#define MPI_WINDOW_REQUEST_H

#include "mpi/window/window.h"

/* Begins an MPI function such as MPI_Rput(), which makes a request for an operation on a window.
 * Finds the window. Checks that `request` is not null, and that the process is in an epoch of a
 * lock, which the standard requires. If `rank` is MPI_PROC_NULL, no epoch is needed
 * (api/win_lock.c). */
int oc_enter_window_request(const char *call, MPI_Win win, int rank, const MPI_Request *request,
                            struct oc_window **window);

/* Ends an MPI function whose operation has returned `error`. Completes the operation, and gives the
 * user a request that is already complete. */
int oc_window_request(const struct oc_window *window, int error, MPI_Request *request);

#endif
