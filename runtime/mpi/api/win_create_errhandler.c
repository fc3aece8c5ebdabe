#include "mpi/error/errhandler.h"

/* The error handler function is called with the parameter types of a window's handler
 * (window/handler.c). */
int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *errhandler) {
    return oc_errhandler_create("MPI_Win_create_errhandler",
                                (MPI_Comm_errhandler_function *)function, errhandler);
}
