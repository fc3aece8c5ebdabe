#include "mpi/error/errhandler.h"

/* May be called at any time. The function is called with the address of a handle, whatever the
 * handle is of. */
int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *function,
                                   MPI_Errhandler *errhandler) {
    return oc_errhandler_create("MPI_Session_create_errhandler",
                                (MPI_Comm_errhandler_function *)function, errhandler);
}
