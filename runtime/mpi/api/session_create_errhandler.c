#include "mpi/error/errhandler.h"

/* A program may call this function at any time. Error handlers of all kinds get the address of a
 * handle, so their types can be converted. */
int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *function,
                                   MPI_Errhandler *errhandler) {
    return oc_errhandler_create("MPI_Session_create_errhandler",
                                (MPI_Comm_errhandler_function *)function, errhandler);
}
