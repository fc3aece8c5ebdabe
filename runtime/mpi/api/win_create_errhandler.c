#include "mpi/error/errhandler.h"

/* Handlers of all kinds are stored as handlers of communicators; window/handler.c converts them
 * back before a call. */
int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *errhandler) {
    return oc_errhandler_create("MPI_Win_create_errhandler",
                                (MPI_Comm_errhandler_function *)function, errhandler);
}
