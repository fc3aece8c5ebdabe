#include "mpi/error/errhandler.h"

/* Programs may call this function at any time. All error handler functions have the same parameter,
 * the address of a handle. */
int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *function,
                                   MPI_Errhandler *errhandler) {
    return oc_errhandler_create("MPI_Session_create_errhandler",
                                (MPI_Comm_errhandler_function *)function, errhandler);
}
