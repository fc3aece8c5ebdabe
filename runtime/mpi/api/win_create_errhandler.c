#include "mpi/error/errhandler.h"

/* The library stores handlers of all kinds as handlers of communicators. window/handler.c converts
 * this one back before it calls it. */
int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *errhandler) {
    return oc_errhandler_create("MPI_Win_create_errhandler",
                                (MPI_Comm_errhandler_function *)function, errhandler);
}
