/* Error handlers. */
#ifndef MPI_ERROR_ERRHANDLER_H
#define MPI_ERROR_ERRHANDLER_H

#include <stdbool.h>

#include "mpi/core/communicator.h"

/* An error handler that the user has made. */
struct oc_errhandler {
    struct oc_errhandler *next;
    unsigned handles;    /* number of the user's handles */
    unsigned references; /* handles, and references by communicators */
    MPI_Comm_errhandler_function *function;
};

/* Makes an error handler with one handle. Returns null if there is no memory. */
struct oc_errhandler *oc_errhandler_new(MPI_Comm_errhandler_function *function);

/* Implements MPI_X_create_errhandler for any kind X of object; `call` is the function's name. */
int oc_errhandler_create(const char *call, MPI_Comm_errhandler_function *function,
                         MPI_Errhandler *errhandler);

/* The user's error handler with this handle. Null if the handle is predefined, freed or invalid. */
struct oc_errhandler *oc_errhandler_find(MPI_Errhandler handle);

bool oc_errhandler_is_predefined(MPI_Errhandler handle);

/* Gives the user another handle of an error handler. */
MPI_Errhandler oc_errhandler_give(MPI_Errhandler handle);

/* Add and drop a reference to an error handler. For predefined handlers these functions do
 * nothing. */
MPI_Errhandler oc_errhandler_hold(MPI_Errhandler handle);
void oc_errhandler_release(MPI_Errhandler handle);

/* Checks that a handle is a valid one of an error handler, predefined or not. Errors are raised on
 * `comm`. */
int oc_check_errhandler(const struct oc_communicator *comm, MPI_Errhandler handle);

/* Sets the error handler of a communicator. The handle must be valid. */
void oc_errhandler_set(struct oc_communicator *comm, MPI_Errhandler handle);

#endif
