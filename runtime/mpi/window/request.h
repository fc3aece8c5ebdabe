/* Requests of operations (MPI 4.1, section 12.3.5). */
#ifndef MPI_WINDOW_REQUEST_H
#define MPI_WINDOW_REQUEST_H

#include "mpi/window/window.h"

/* A place for the handle; and that the epoch is one of those that allow requests. */
int oc_check_window_request(const struct oc_window *window, const MPI_Request *request);

/* The end of a function whose operation gave `error`: completes the operation, and gives a request
 * that is complete. */
int oc_window_request(const struct oc_window *window, int error, MPI_Request *request);

#endif
