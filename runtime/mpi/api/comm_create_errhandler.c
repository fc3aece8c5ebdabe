#include "mpi/error/errhandler.h"

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function,
                                MPI_Errhandler *errhandler) {
    return oc_errhandler_create("MPI_Comm_create_errhandler", function, errhandler);
}
