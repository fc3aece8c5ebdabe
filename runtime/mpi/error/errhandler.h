/* Error handlers. */
#ifndef MPI_ERROR_ERRHANDLER_H
#define MPI_ERROR_ERRHANDLER_H

#include <stdbool.h>

#include "mpi/core/communicator.h"

/* One that the user has made. */
struct oc_errhandler {
    struct oc_errhandler *next;
    unsigned handles;    /* that the user has */
    unsigned references; /* those, and communicators' */
    MPI_Comm_errhandler_function *function;
};

/* A new one, with one handle; null: there is no memory. */
struct oc_errhandler *oc_errhandler_new(MPI_Comm_errhandler_function *function);

/* The whole of a function that makes one. */
int oc_errhandler_create(const char *call, MPI_Comm_errhandler_function *function,
                         MPI_Errhandler *errhandler);

/* The user's error handler with this handle, or null: it is predefined, freed, or none. */
struct oc_errhandler *oc_errhandler_find(MPI_Errhandler handle);

bool oc_errhandler_is_predefined(MPI_Errhandler handle);

/* Gives the user another handle of an error handler. */
MPI_Errhandler oc_errhandler_give(MPI_Errhandler handle);

/* One reference more or less; of a predefined one, nothing happens. */
MPI_Errhandler oc_errhandler_hold(MPI_Errhandler handle);
void oc_errhandler_release(MPI_Errhandler handle);

/* That it is predefined, or has not been freed; raised on `comm`. */
int oc_check_errhandler(const struct oc_communicator *comm, MPI_Errhandler handle);

/* Makes it that of a communicator. It is valid. */
void oc_errhandler_set(struct oc_communicator *comm, MPI_Errhandler handle);

#endif
