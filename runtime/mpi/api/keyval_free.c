#include <mpi.h>

/* The name of the function before MPI 2.0. */
int PMPI_Keyval_free(int *number) {
    return PMPI_Comm_free_keyval(number);
}
