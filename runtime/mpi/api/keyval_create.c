#include <mpi.h>

/* The name of MPI_Comm_create_keyval before MPI 2.0. */
int PMPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *remove, int *number,
                       void *extra) {
    return PMPI_Comm_create_keyval(copy, remove, number, extra);
}
