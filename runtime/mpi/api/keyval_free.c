#include <mpi.h>

/* The name of MPI_Comm_free_keyval before MPI 2.0. */
int PMPI_Keyval_free(int *number) {
    return PMPI_Comm_free_keyval(number);
}
